/* Annotations: what is accepted in each of the three forms, and what is refused how. */
#include "frontend_parse.h"

/* The line of a function's n-th signature in the AST's dump, without its first word. */
static char *signature_of(struct parsed *p, const char *name, int nth) {
    static char line[400];
    struct writer w;
    char head[80];
    writer_init(&w);
    ast_print(p->module, &w);
    snprintf(head, sizeof head, " %s(", name);
    const char *at = strstr(w.text, head);
    cr_assert_not_null(at, "no function '%s'", name);
    const char *end = strstr(at, "\ndef ");
    for (int i = 0; at && i <= nth; ++i) {
        at = strstr(at + 1, "\n    signature ");
    }
    snprintf(line, sizeof line, "none");
    if (at && (!end || at < end)) {
        at += strlen("\n    signature ");
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    }
    writer_free(&w);
    return line;
}

/* ---- one type in all forms */

struct accepted {
    const char *text;
    const char *type; /* as printed */
};

static const struct accepted accepted[] = {
    {"bool", "bool"},
    {"int", "int"},
    {"float", "float"},
    {"complex", "complex"},
    {"i8", "i8"},
    {"i16", "i16"},
    {"i32", "i32"},
    {"i64", "i64"},
    {"u8", "u8"},
    {"u16", "u16"},
    {"u32", "u32"},
    {"u64", "u64"},
    {"f32", "f32"},
    {"f64", "f64"},
    {"c64", "c64"},
    {"c128", "c128"},
    {"bool_", "bool_"},
    {"int8", "i8"},
    {"uint16", "u16"},
    {"float32", "f32"},
    {"float64", "f64"},
    {"complex64", "c64"},
    {"complex128", "c128"},
    {"double", "f64"},
    {"single", "f32"},
    {"np.float32", "f32"},
    {"numpy.float64", "f64"},
    {"np.bool_", "bool_"},
    {"pycc.f64", "f64"},
    {"unpython.int32", "i32"},
    {"f64[:]", "f64[:]"},
    {"f64[:, :]", "f64[:, :]"},
    {" f64 [ : , : ] ", "f64[:, :]"},
    {"f64[:,:,:,:,:,:,:,:]", "f64[:, :, :, :, :, :, :, :]"},
    {"f64[::1]", "f64[:] order(C)"},
    {"f64[:, ::1]", "f64[:, :] order(C)"},
    {"f64[::1, :]", "f64[:, :] order(F)"},
    {"f64[:, :] order(F or C)", "f64[:, :]"},
    {"f64[()]", "f64[()]"},
    {"float[:, :]", "f64[:, :]"},
    {"int[:]", "i64[:]"},
    {"bool[:]", "bool_[:]"},
    {"complex[:]", "c128[:]"},
    {"float64[]", "f64[:]"},
    {"float64[][]", "f64[:, :]"},
    {"float64[,]", "f64[:, :]"},
    {"int[, ,][]", "i64[:, :, :, :]"},
    {"int[:,:][]", "i64[:, :, :]"},
    {"float64[3, :]", "f64[:, :]"},
    {"float64[:, :] order(F)", "f64[:, :] order(F)"},
    {"float64[:] order ( C )", "f64[:] order(C)"},
    {"np.float32[:]", "f32[:]"},
    {"ndarray[double,2]", "f64[:, :]"},
    {"ndarray [double,2]", "f64[:, :]"},
    {"ndarray[float32, 1]", "f32[:]"},
    {"ndarray[double,0]", "f64[()]"},
    {"ndarray[int,3] order(C)", "i64[:, :, :] order(C)"},
    {"np.ndarray[np.int16, 1]", "i16[:]"},
    {"(int, float)", "(int, float)"},
    {"(int,)", "(int,)"},
    {"(int)", "int"},
    {"()", "()"},
    {"tuple[int, float]", "(int, float)"},
    {"tuple[int, f64[:], (u8, None)]", "(int, f64[:], (u8, None))"},
    {"np.ndarray[tuple[int, int], np.dtype[np.float64]]", "f64[:, :]"},
    {"np.ndarray[typing.Tuple[int], np.dtype[f32]]", "f32[:]"},
    {"np.ndarray[tuple[()], np.dtype[np.float64]]", "f64[()]"},
    {"Annotated[NDArray[np.float64], f64[:, ::1]]", "f64[:, :] order(C)"},
    {"typing.Annotated[float, units[3], (1, 2)]", "float"},
    {"Annotated[Any, f32[:], f64[:]]", "f32[:]"},
    {"Annotated[int, i32]", "i32"},
    {"Union[f64]", "f64"},
    {"f64 | float64", "f64"},
};

enum { N_ACCEPTED = sizeof accepted / sizeof accepted[0] };

static void expect_signature(const char *format, const struct accepted *t) {
    char text[400], wanted[200];
    struct parsed p;
    snprintf(text, sizeof text, format, t->text);
    parse_good(&p, text);
    snprintf(wanted, sizeof wanted, "(%s, int) -> None", t->type);
    cr_expect_str_eq(signature_of(&p, "f", 0), wanted, "%s", text);
    parse_free(&p);
}

Test(annot, types_in_decorators) {
    for (int i = 0; i < N_ACCEPTED; ++i) {
        expect_signature("import pycc\n@pycc.type('%s', 'int', None)\ndef f(a, n): pass\n",
                         &accepted[i]);
    }
}

Test(annot, types_in_strings) {
    for (int i = 0; i < N_ACCEPTED; ++i) {
        expect_signature("def f(a: '%s', n: int) -> None: pass\n", &accepted[i]);
    }
}

/* What is an expression of Python can stand without quotes. */
Test(annot, types_in_expressions) {
    for (int i = 0; i < N_ACCEPTED; ++i) {
        bool expression = !strstr(accepted[i].text, "order") && !strstr(accepted[i].text, "[]") &&
                          !strstr(accepted[i].text, "[,");
        if (expression) {
            expect_signature("def f(a: %s, n: int) -> None: pass\n", &accepted[i]);
        }
    }
}

Test(annot, types_in_pythran_comments) {
    for (int i = 0; i < N_ACCEPTED; ++i) {
        char text[400], wanted[200];
        struct parsed p;
        snprintf(text, sizeof text, "#pythran export f(%s, int)\ndef f(a, n): pass\n",
                 accepted[i].text);
        parse_good(&p, text);
        bool alone = strcmp(accepted[i].text, "(int)") == 0; /* a tuple, as in Pythran */
        snprintf(wanted, sizeof wanted, "(%s, int)", alone ? "(int,)" : accepted[i].type);
        cr_expect_str_eq(signature_of(&p, "f", 0), wanted, "%s", text);
        parse_free(&p);
    }
}

/* ---- what is refused */

struct refused {
    const char *text;
    enum diag_code code;
    const char *message; /* a part of it, or of its fix */
};

static const struct refused refused[] = {
    {"f64[,:]", DIAG_PY103, "expected ']'"},
    {"flaot64", DIAG_PY102, "did you mean 'float64'?"},
    {"flaot64[:]", DIAG_PY102, "unknown type 'flaot64'"},
    {"np.flaot32", DIAG_PY102, "unknown type 'np.flaot32'"},
    {"f8", DIAG_PY102, "did you mean 'f64'?"},
    {"memoryview", DIAG_PY102, "unknown type 'memoryview'"},
    {"ndarry[double,2]", DIAG_PY102, "did you mean 'ndarray'?"},
    {"ndarray", DIAG_PY103, "the elements and axes of this array are not said"},
    {"ndarray[double]", DIAG_PY103, "expected ',' and the rank"},
    {"ndarray[double,x]", DIAG_PY103, "expected the rank"},
    {"ndarray[duoble,2]", DIAG_PY102, "did you mean 'double'?"},
    {"ndarray[double,9]", DIAG_PY103, "at most 8"},
    {"f64[:,:,:,:,:,:,:,:,:]", DIAG_PY103, "at most 8"},
    {"f64[", DIAG_PY103, "expected"},
    {"f64[:", DIAG_PY103, "expected ',' or ']'"},
    {"f64[:,", DIAG_PY103, "expected ':' for a dimension"},
    {"f64[x]", DIAG_PY103, "expected ':' for a dimension instead of 'x'"},
    {"f64[:, ::1, :]", DIAG_PY103, "first or the last"},
    {"f64[::1, ::1]", DIAG_PY103, "two different layouts"},
    {"f64[:, ::1] order(F)", DIAG_PY103, "two different layouts"},
    {"f64[:] order(A)", DIAG_PY103, "expected C or F"},
    {"f64[:] ordre(C)", DIAG_PY103, "expected the end of the type"},
    {"f64[:] f64[:]", DIAG_PY103, "is a comma missing"},
    {"int int", DIAG_PY103, "expected the end"},
    {"(int", DIAG_PY103, "expected"},
    {"(int float)", DIAG_PY103, "expected ',' or ')'"},
    {"tuple[int", DIAG_PY103, "expected"},
    {"", DIAG_PY103, "expected a type"},
    {"3", DIAG_PY103, "expected a type"},
    {"f64[:] | ", DIAG_PY103, "expected a type at the end"},
    {"f64[:] | memoryview", DIAG_PY102, "unknown type 'memoryview'"},
    {"list[f64 | f32]", DIAG_PY103, "cannot stand inside of a tuple, list"},
    {"list[NDArray[f64]]", DIAG_PY103, "the number of axes is not said"},
    {"NDArray[f64]", DIAG_PY103, "the number of axes is not said"},
    {"NDArray[f64[:]]", DIAG_PY103, "the elements of an array are numbers"},
    {"NDArray[duoble]", DIAG_PY102, "did you mean"},
    {"NDArray[f64", DIAG_PY103, "expected ']'"},
    {"np.ndarray[tuple[int, int]]", DIAG_PY103, "expected ',' and the dtype"},
    {"np.ndarray[tuple[int, int], f64]", DIAG_PY103, "expected np.dtype[...]"},
    {"np.ndarray[tuple[int,int,int,int,int,int,int,int,int], np.dtype[f64]]", DIAG_PY103,
     "at most 8"},
    {"Annotated[NDArray[np.float32], f64[:]]", DIAG_PY103, "contradict"},
    {"Annotated[np.ndarray[tuple[int], np.dtype[f64]], f64[:, :]]", DIAG_PY103, "contradict"},
    {"Annotated[float, i32]", DIAG_PY103, "contradict"},
    {"Annotated[Any, f64[:, ::2]]", DIAG_PY103, "expected"},
    {"Annotated[memoryview, 3]", DIAG_PY102, "unknown type 'memoryview'"},
    {"Union[int, f64[:]", DIAG_PY103, "expected ']'"},
};

static bool mentions(const struct diag_message *m, const char *part) {
    bool found = strstr(m->text, part) != NULL;
    for (int i = 0; i < m->notes.n; ++i) {
        found = found || strstr(m->notes.item[i].text, part);
    }
    return found;
}

Test(annot, refused_types) {
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
        char text[300];
        struct parsed p;
        snprintf(text, sizeof text, "import pycc\n@pycc.type('%s', None)\ndef f(a): pass\n",
                 refused[i].text);
        parse_text_of(&p, text);
        cr_assert_eq(p.diag.messages.n, 1, "%s: %d messages", refused[i].text, p.diag.messages.n);
        const struct diag_message *m = p.diag.messages.item[0];
        cr_expect_eq(m->code, refused[i].code, "%s: %s", refused[i].text, m->text);
        cr_expect(mentions(m, refused[i].message), "%s: %s", refused[i].text, m->text);
        struct span whole = {(uint32_t)(strstr(text, "('") - text) + 1, 0};
        whole.hi = whole.lo + (uint32_t)strlen(refused[i].text) + 2;
        cr_expect(m->span.lo >= whole.lo && m->span.hi <= whole.hi, "%s: place", refused[i].text);
        parse_free(&p);
    }
}

Test(annot, deep_tuples_are_refused) {
    static char text[100000];
    struct parsed p;
    strcpy(text, "import pycc\n@pycc.type('");
    memset(text + strlen(text), '(', 50000);
    strcat(text, "', None)\ndef f(a): pass\n");
    parse_text_of(&p, text);
    cr_expect_eq(p.diag.errors, 1);
    parse_free(&p);
}

/* ---- which functions are compiled */

struct compiled {
    const char *text;   /* of the definition of f */
    const char *wanted; /* its signature, "none", or "PYnnn" of its only error */
};

static const struct compiled compiled[] = {
    {"def f(a, b): pass", "none"},
    {"def f(): pass", "none"},
    {"def f() -> None: pass", "none"},
    {"def f() -> int: pass", "() -> int"},
    {"def f(a: int): pass", "(int)"},
    {"def f(a: int, b): pass", "none"},
    {"def f(a: int, b: memoryview): pass", "none"},
    {"def f(a: int) -> memoryview: pass", "none"},
    {"def f(a: np.ndarray, n: int) -> None: pass", "(f64[:], int) -> None"},
    {"def f(a: 'f64[:]', b): pass", "none"}, /* a helper, of which inference says more */
    {"def f(a: 'f64[:]', b: memoryview): pass", "PY102"},
    {"def f(a: f32, b: memoryview): pass", "PY102"},
    {"def f(a: np.float32, b: memoryview): pass", "none"},
    {"def f(a: 'flaot64[:]'): pass", "PY102"},
    {"def f(a: 'Thing'): pass", "none"},
    {"def f(a: List[int]): pass", "([int])"},
    {"def f(a: 'f64[:]', *rest): pass", "PY104"},
    {"def f(a: int, *rest: int): pass", "none"},
    {"@cache\ndef f(a: int): pass", "none"},
    {"@cache\ndef f(a: 'f64[:]'): pass", "PY103"},
    {"@pycc.type('int', None)\n@cache\ndef f(a): pass", "PY103"},
    {"async def f(a: 'f64[:]'): pass", "PY104"},
    {"@pycc.type('int', None)\ndef f(a, b): pass", "PY104"},
    {"@pycc.type('int', 'int', None)\ndef f(a): pass", "PY104"},
    {"@pycc.type('int', None)\ndef f(a: str): pass", "(int) -> None"},
    {"@pycc.typo('int', None)\ndef f(a: str): pass", "PY103"},
    {"@type('int')\ndef f(a): pass", "none"},
    {"@pycc.type('int', None)\ndef f(a, b=1, *, c=2): pass", "PY104"},
    {"@pycc.type('int', 'int', 'int', None)\ndef f(a, b=1, *, c=2): pass",
     "(int, int, int) -> None"},
    {"if x:\n    def f(a: int): pass\ndef f(a): pass", "PY501"},
    {"def f(a: int): pass\ndef f(a): pass", "none"},
    {"#pythran export f(int)\ndef f(a): pass", "(int)"},
    {"# pythran export f( int )\ndef f(a): pass", "(int)"},
    {"#pythran export f\ndef f(a): pass", "PY104"},
    {"#pythran export x\nx = 1\ndef f(a): pass", "none"},
    {"def f(a: Callable[[f64], int]): pass", "PY102"},
    {"def f(a: Literal[64]): pass", "none"},
    {"Vec = f32[:]\ndef f(a: Vec): pass", "(f32[:])"},
    {"Vec: TypeAlias = 'f32[:]'\ndef f(a: Vec): pass", "(f32[:])"},
    {"Vec = f32[:]\nTwo = tuple[Vec, Vec]\ndef f(a: Two): pass", "((f32[:], f32[:]))"},
    {"A = tuple[int, 'A']\ndef f(a: A): pass", "none"},
    {"if TYPE_CHECKING:\n    from pycc import f32\ndef f(a: 'f32[:]'): pass", "(f32[:])"},
    {"def f(a: NDArray[np.float64]): return a[0, 1:]", "(f64[:, :])"},
    {"def f(a: NDArray[np.float64]): return a[None, 0][..., 1]", "(f64[:])"},
    {"def f(a: NDArray[np.float64]):\n    n, m, _ = a.shape\n    return a[0]", "(f64[:, :, :])"},
    {"def f(a: NDArray[np.float64]): return a[:, 0][1:][2]", "(f64[:, :])"},
    {"def f(a: NDArray[np.float64]): return a[0][None, :][0, 1]", "(f64[:, :])"},
    {"def f(a: NDArray[np.float64]): return a.shape[1]", "(f64[:, :])"},
    {"def f(a: npt.NDArray[np.float64]): return len(a)", "(f64[:])"},
    {"def f(a: NDArray[np.float64]):\n    for v in a: pass", "(f64[:])"},
    {"def f(a: np.ndarray[Any, np.dtype[np.int32]]): return a[0][1]", "(i32[:, :])"},
    {"def f(a: np.ndarray[tuple[int, ...], np.dtype[np.int32]]): return a[0]", "(i32[:])"},
    {"def f(a: NDArray[np.float64]): return a.sum()", "(f64[:])"},
    {"def f(a: NDArray[np.float64], b: f64): return a.sum()", "PY103"},
    {"def f(a: NDArray[np.floating[Any]]): return a[0]", "(f64[:])"},
    {"def f(a: NDArray[np.integer]): return a[0, 1]", "(i64[:, :])"},
    {"def f(a: NDArray[Any], b: ArrayLike): return a[0, 1] + b[0]", "(f64[:, :], f64[:])"},
    {"#pythran export f(float[:,:])\ndef f(a: NDArray[np.float64]): return a[0]", "(f64[:, :])"},
    {"#pythran export f(float[:,:])\ndef f(a: NDArray[np.float64]): return a", "(f64[:, :])"},
    {"#pythran export f(NDArray[np.float64])\ndef f(a): return a", "PY103"},
    {"T = TypeVar('T')\ndef f(a: T): pass", "none"},
    {"T = TypeVar('T', bound=np.floating)\ndef f(a: T): pass", "none"},
    {"T = TypeVar('T', f32, memoryview)\ndef f(a: T): pass", "PY102"},
    {"def f[T](a: T): pass", "none"},
    {"T = TypeVar('T', f32, f64)\n@pycc.type('T', None)\ndef f(a): pass", "PY102"},
    {"class C:\n    def m(self, a: f64): pass\ndef f(a): pass", "none"},
    {"class C:\n    def m(self, a: int): pass\ndef f(a): pass", "none"},
    {"if x:\n    def f(a: f64): pass\ndef f(a): pass", "PY104"},
    {"async def f(a: int): pass", "none"},
    {"#pythran export f(int, int)\ndef f(a): pass", "PY104"},
    {"#pythran export ff(int)\ndef f(a): pass", "PY104"},
    {"#pythran export f(int list)\ndef f(a): pass", "([int])"},
    {"#pythran export f(int list list list set)\ndef f(a): pass", "PY103"},
    {"#pythran export f(int:float dict list)\ndef f(a): pass", "([{int: float}])"},
    {"#pythran export f(str:int set list dict)\ndef f(a): pass", "({str[:] order(C): [{int}]})"},
    {"#pythran export f((int, str):str:float[:] dict dict)\ndef f(a): pass",
     "({(int, str[:] order(C)): {str[:] order(C): f64[:]}})"},
    {"#pythran is good\ndef f(a): pass", "none"},
    {"x = '#pythran export f(int)'\ndef f(a): pass", "none"},
    {"def f(a):\n    pass\n    #pythran export f(int,\n    #   float)\n", "PY104"},
};

Test(annot, compiled_functions) {
    for (size_t i = 0; i < sizeof compiled / sizeof compiled[0]; ++i) {
        char text[300];
        struct parsed p;
        snprintf(text, sizeof text, "import pycc\n%s\n", compiled[i].text);
        parse_text_of(&p, text);
        if (strncmp(compiled[i].wanted, "PY", 2) == 0) {
            cr_assert_eq(p.diag.messages.n, 1, "%s: %d messages", text, p.diag.messages.n);
            cr_expect_str_eq(diag_code_name(p.diag.messages.item[0]->code), compiled[i].wanted,
                             "%s: %s", text, p.diag.messages.item[0]->text);
        } else {
            cr_assert_eq(p.diag.messages.n, 0, "%s: %s", text, p.diag.messages.item[0]->text);
            cr_expect_str_eq(signature_of(&p, "f", 0), compiled[i].wanted, "%s", text);
        }
        parse_free(&p);
    }
}

Test(annot, alternatives_give_every_combination) {
    struct parsed p;
    parse_good(&p, "#pythran export f(int or float, u8, f32[:] or f64[:] or c64[:])\n"
                   "def f(a, b, c): pass\n");
    cr_assert_eq(func_named(&p, "f")->n_signatures, 6);
    cr_expect_str_eq(signature_of(&p, "f", 0), "(int, u8, f32[:])");
    cr_expect_str_eq(signature_of(&p, "f", 1), "(int, u8, f64[:])");
    cr_expect_str_eq(signature_of(&p, "f", 5), "(float, u8, c64[:])");
    parse_free(&p);
}

static const struct {
    const char *text;
    const char *wanted[5]; /* its signatures, in order */
} overloads[] = {
    {"def f(a: f64[:] | f32[:], b: 'int | None'): pass",
     {"(f64[:], int)", "(f32[:], int)", "(f64[:], None)", "(f32[:], None)"}},
    {"def f(a: f64 | f32 | None): pass", {"(f64)", "(f32)", "(None)"}},
    {"def f(a: 'f64[:]' | None): pass", {"(f64[:])", "(None)"}},
    {"def f(a: Optional['f64[:]']): pass", {"(f64[:])", "(None)"}},
    {"def f(a: NDArray[np.float64]): return a.sum()", {"(f64[:])", "(f64[:, :])"}},
    {"def f(a: Union[int, None, float]) -> int | float: pass", {"(int)", "(float)", "(None)"}},
    {"def f(a: NDArray[np.float32 | np.float64]): return a[0]", {"(f32[:])", "(f64[:])"}},
    {"@pycc.type('f64[:] | f32[:]', None)\ndef f(a): pass",
     {"(f64[:]) -> None", "(f32[:]) -> None"}},
    {"Any2 = f64[:] | f32[:]\ndef f(a: Any2): pass", {"(f64[:])", "(f32[:])"}},
    {"T = TypeVar('T', f32, f64)\ndef f(a: T, b: 'T[:]') -> T: pass",
     {"(f32, f32[:]) -> f32", "(f64, f64[:]) -> f64"}},
    {"T = TypeVar('T', bound=Union[f32, f64])\ndef f(a: T): pass", {"(f32)", "(f64)"}},
    {"S = TypeVar('S', f32, f64)\nT = typing.TypeVar(\"T\", int, i32, covariant=True)\n"
     "def f(a: S, b: T): pass",
     {"(f32, int)", "(f32, i32)", "(f64, int)", "(f64, i32)"}},
    {"def f[T: (f32, f64)](a: T, b: NDArray[T]) -> T: return b[0]",
     {"(f32, f32[:]) -> f32", "(f64, f64[:]) -> f64"}},
    {"def f[S, T: f32 | f64, *U](a: T) -> T: pass", {"(f32) -> f32", "(f64) -> f64"}},
};

Test(annot, alternatives_and_type_variables) {
    for (size_t i = 0; i < sizeof overloads / sizeof overloads[0]; ++i) {
        char text[300];
        struct parsed p;
        int n = 0;
        snprintf(text, sizeof text, "import pycc\n%s\n", overloads[i].text);
        parse_good(&p, text);
        for (; overloads[i].wanted[n]; ++n) {
            cr_expect_str_eq(signature_of(&p, "f", n), overloads[i].wanted[n], "%s", text);
        }
        cr_expect_eq(func_named(&p, "f")->n_signatures, n, "%s", text);
        parse_free(&p);
    }
}

Test(annot, too_many_combinations) {
    struct parsed p;
    parse_text_of(&p, "#pythran export f(int or float, int or float, int or float, int or float, "
                      "int or float, int or float, int or float)\n"
                      "def f(a, b, c, d, e, f, g): pass\n");
    cr_assert_eq(p.diag.messages.n, 1);
    cr_expect_eq(p.diag.messages.item[0]->code, DIAG_PY103);
    parse_free(&p);
}
