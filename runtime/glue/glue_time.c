/* datetime64 and timedelta64: their dtypes, which have a unit, to and from enum pycc_dtype. */
#include "glue.h"

#include <stdio.h>

enum { N_UNITS = PYCC_TD_NONE - PYCC_M8_NONE };

static const char *const unit_name[N_UNITS] = {"generic", "Y", "M",  "W",  "D",  "h",
                                               "m",       "s", "ms", "us", "ns", "ps"};

bool glue_is_time(enum pycc_dtype d) {
    return d >= PYCC_M8_NONE && d <= PYCC_TD_PS;
}

void glue_time_name(enum pycc_dtype d, char *name) {
    sprintf(name, "%s[%s]", d < PYCC_TD_NONE ? "datetime64" : "timedelta64",
            unit_name[(d - PYCC_M8_NONE) % N_UNITS]);
}

PyArray_Descr *glue_descr(enum pycc_dtype d) {
    char name[GLUE_TIME_NAME];
    PyArray_Descr *descr = NULL;
    if (!glue_is_time(d)) {
        return PyArray_DescrFromType(glue_typenum(d));
    }
    glue_time_name(d, name);
    PyObject *text = PyUnicode_FromString(name);
    if (text && !PyArray_DescrConverter(text, &descr)) {
        descr = NULL;
    }
    Py_XDECREF(text);
    return descr;
}

int glue_time_class(PyArray_Descr *descr) {
    if (!PyTypeNum_ISDATETIME(descr->type_num)) {
        return -1;
    }
    const PyArray_DatetimeMetaData *meta =
        &((PyArray_DatetimeDTypeMetaData *)PyDataType_C_METADATA(descr))->meta;
    bool none = meta->base == NPY_FR_GENERIC;
    int unit = none ? 0 : meta->base + (meta->base <= NPY_FR_W); /* business days stood between */
    bool known = meta->num == 1 && (none || meta->base <= NPY_FR_ps);
    return !known ? -1 : (descr->type_num == NPY_DATETIME ? PYCC_M8_NONE : PYCC_TD_NONE) + unit;
}
