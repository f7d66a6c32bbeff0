/* test_runtime_profit.c - forecasts follow the rates, and rates survive on disk unless they are
 * spoilt. */
#include "device_rates.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* A discrete GPU and four cores, in round numbers. */
static const struct device_rates gpu = {.up = 1e10,
                                        .down = 1e10,
                                        .transfer = 1e-5,
                                        .launch = 2e-5,
                                        .memory = 4e11,
                                        .flops32 = 1e13,
                                        .flops64 = 0,
                                        .host_memory = 2e10,
                                        .host_flops32 = 5e10,
                                        .host_flops64 = 2.5e10};

static struct device_forecast forecast(const struct device_rates *rates, double mbytes,
                                       double mflops) {
    struct device_forecast f = {.work = {.up = (int64_t)(mbytes * 1e6),
                                         .transfers = 1,
                                         .launches = 1,
                                         .flops = mflops * 1e6,
                                         .touched = mbytes * 1e6,
                                         .threads = 4}};
    device_forecast(rates, &f);
    return f;
}

Test(runtime_profit, work_pays_for_the_bus) {
    struct device_forecast copy = forecast(&gpu, 100, 25), product = forecast(&gpu, 12, 2000);
    cr_assert_not(copy.pays);
    cr_assert_float_eq(copy.moving, 0.01001, 1e-9);
    cr_assert_float_eq(copy.device, 0.01001 + 2e-5 + 100e6 / 4e11, 1e-9);
    cr_assert_float_eq(copy.host, 100e6 / 2e10 + 5e-6, 1e-9);
    cr_assert(strstr(copy.why, "the host is faster: 5") && strstr(copy.why, "10 ms of it"), "%s",
              copy.why);
    cr_assert(product.pays);
    cr_assert_float_eq(product.host, 2e9 / 2e11 + 5e-6, 1e-9);
    cr_assert(strstr(product.why, "the device is faster: 10 ms on the host, 1.43 ms"), "%s",
              product.why);
}

Test(runtime_profit, what_is_there_already_is_not_moved) {
    struct device_forecast f = forecast(&gpu, 100, 25);
    f.work.up = 0;
    f.work.transfers = 0;
    device_forecast(&gpu, &f);
    cr_assert(f.pays && f.moving == 0);
}

Test(runtime_profit, small_nests_stay) {
    struct device_forecast f = forecast(&gpu, 0.001, 0.01);
    cr_assert_not(f.pays);
    cr_assert_lt(f.host, 1e-6);
}

Test(runtime_profit, double_precision_may_be_missing) {
    struct device_forecast f = forecast(&gpu, 12, 2000);
    f.work.fp64 = true;
    device_forecast(&gpu, &f);
    cr_assert(!f.pays && strstr(f.why, "double"));
    struct device_rates better = gpu;
    better.flops64 = 5e12;
    device_forecast(&better, &f);
    cr_assert(f.pays);
}

/* Equal sides: it stays. */
Test(runtime_profit, the_device_has_to_be_surely_faster) {
    struct device_rates same = {.up = 1e15,
                                .down = 1e15,
                                .memory = 2e10,
                                .flops32 = 2e11,
                                .flops64 = 2e11,
                                .host_memory = 2e10,
                                .host_flops32 = 5e10,
                                .host_flops64 = 5e10};
    cr_assert_not(forecast(&same, 10, 1000).pays);
    same.flops32 = 3e11;
    cr_assert(forecast(&same, 10, 1000).pays);
}

/* A loop of steps of which each alone does not pay: after as much was lost as moving costs, it
 * moves. */
Test(runtime_profit, moving_pays_in_the_long_run) {
    struct device_forecast f = forecast(&gpu, 100, 25);
    double missed = 0;
    int steps = 0;
    for (; !f.pays && steps < 100; ++steps) {
        device_forecast_wait(&f, &missed);
    }
    cr_assert_eq(steps, (int)(f.moving / (f.host - (f.device - f.moving))) + 1);
    struct device_rates slow = gpu;
    slow.memory = slow.host_memory;
    f = forecast(&slow, 100, 25);
    missed = 0;
    device_forecast_wait(&f, &missed);
    cr_assert(!f.pays && missed == 0, "never, if it is not faster there");
}

/* What the host has to bring home first counts for the host. */
Test(runtime_profit, results_stay_where_they_are) {
    struct device_forecast f = forecast(&gpu, 0, 0.01);
    cr_assert_not(f.pays);
    f.work.home = 10000000;
    device_forecast(&gpu, &f);
    cr_assert(f.pays);
    cr_assert_float_eq(f.host, 1e4 / 5e10 + 1e7 / 1e10 + 1e-5, 1e-9);
}

Test(runtime_profit, places) {
    unsetenv("PYCC_PLACE");
    cr_assert_eq(device_place(PYCC_PLACE_AUTO), PYCC_PLACE_AUTO);
    cr_assert_eq(device_place(PYCC_PLACE_CPU), PYCC_PLACE_CPU);
    setenv("PYCC_PLACE", "GPU", 1);
    cr_assert_eq(device_place(PYCC_PLACE_AUTO), PYCC_PLACE_GPU);
    cr_assert_eq(device_place(PYCC_PLACE_CPU), PYCC_PLACE_CPU);
    setenv("PYCC_PLACE", "cpu", 1);
    cr_assert_eq(device_place(PYCC_PLACE_AUTO), PYCC_PLACE_CPU);
    cr_assert_eq(device_place(PYCC_PLACE_GPU), PYCC_PLACE_GPU);
    setenv("PYCC_PLACE", "nowhere", 1);
    cr_assert_eq(device_place(PYCC_PLACE_AUTO), PYCC_PLACE_AUTO);
}

Test(runtime_profit, rates_as_text) {
    char text[1024];
    struct device_rates r;
    int n = device_rates_print(&gpu, text, sizeof text);
    cr_assert_eq((size_t)n, strlen(text));
    cr_assert(device_rates_scan(text, &r));
    cr_assert_eq(memcmp(&r, &gpu, sizeof r), 0);
    char *last = strstr(text, "host_flops64");
    *last = '\0';
    cr_assert_not(device_rates_scan(text, &r));
    *last = 'H';
    cr_assert_not(device_rates_scan(text, &r));
    cr_assert_not(device_rates_scan("", &r));
    struct device_rates broken = gpu;
    broken.up = 0;
    device_rates_print(&broken, text, sizeof text);
    cr_assert_not(device_rates_scan(text, &r));
}

Test(runtime_profit, the_host_is_measured) {
    struct device_rates r = {0};
    cr_assert(device_rates_host(&r));
    cr_assert(r.host_flops32 > 1e7 && r.host_flops32 < 1e13);
    cr_assert(r.host_flops64 > 1e7 &&
              r.host_flops64 < 1e13); /* they are measured apart, on a busy machine too */
    cr_assert(r.host_memory > 1e7 && r.host_memory < 1e13);
}
