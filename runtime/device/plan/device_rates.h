/* Measuring what device_profit.h forecasts with; private to it and its test. */
#ifndef PYCC_DEVICE_RATES_H
#define PYCC_DEVICE_RATES_H

#include "device_profit.h"

/* Builds one or two kernels and runs them some times; also measures the host. False when the device
 * refuses. */
bool device_rates_measure(struct opencl *device, struct device_rates *rates);

/* The host's part: one thread's arithmetic by our own product kernel, and memory by all of OpenMP's
 * threads. False without memory. */
bool device_rates_host(struct device_rates *rates);

/* As text for the store, at most size bytes with its end; returns its length. */
int device_rates_print(const struct device_rates *rates, char *text, size_t size);

/* The way back; false when the text is not what printing made. */
bool device_rates_scan(const char *text, struct device_rates *rates);

#endif
