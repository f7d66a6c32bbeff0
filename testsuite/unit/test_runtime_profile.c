/* test_runtime_profile.c - what is counted is told, and only what is asked for is kept. */
#include "device_profile.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void check_says(const char *what, bool wanted) {
    char *text = device_profile_json();
    cr_assert_not_null(text);
    cr_assert_eq(strstr(text, what) != NULL, wanted, "'%s' in %s", what, text);
    free(text);
}

static void *count_many(void *unused) {
    for (int i = 0; i < 20000; i++) {
        device_count(DEVICE_COUNT_BYTES_UP, 8);
        device_count_fallback("f__loop1", "f.py", i % 2, "too small");
    }
    return unused;
}

Test(runtime_profile, threads_count_together) {
    pthread_t thread[4];
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(pthread_create(&thread[i], NULL, count_many, NULL), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(thread[i], NULL);
    }
    check_says("\"bytes_up\": 640000,", true);
    check_says("{\"nest\": \"f__loop1\", \"file\": \"f.py\", \"line\": 0, \"why\": \"too small\", "
               "\"count\": 40000}",
               true);
    check_says("\"line\": 1, \"why\": \"too small\", \"count\": 40000}]", true);
}

Test(runtime_profile, texts_are_quoted) {
    check_says("{\"device\": null, ", true);
    device_profile_name("a \"b\" \\ c\n");
    check_says("{\"device\": \"a \\\"b\\\" \\\\ c\\u000a\", ", true);
    device_profile_name("d");
    check_says("{\"device\": \"d\", ", true);
}

Test(runtime_profile, spans_are_kept_while_wanted) {
    device_span(DEVICE_PHASE_UPLOAD, 1000000000, 3500000000, "a", 64);
    check_says("\"upload\": 2.500000000", true);
    check_says("\"spans\": []", true);
    device_timeline(true);
    device_timeline(true);
    for (int i = 0; i < 1000; i++) {
        device_span(DEVICE_PHASE_COMPUTE, i, i + 1, NULL, 0);
    }
    device_span(DEVICE_PHASE_UPLOAD, 5, 7, "b", 8);
    device_timeline(false);
    check_says("[\"compute\", 999, 1000, \"\", 0], [\"upload\", 5, 7, \"b\", 8]]", true);
    device_timeline(false);
    device_timeline(false);
    check_says("\"spans\": []", true);
    device_span(DEVICE_PHASE_UPLOAD, 5, 7, "b", 8);
    check_says("\"spans\": []", true);
}

Test(runtime_profile, fallbacks_have_an_end) {
    for (int i = 0; i < 1000; i++) {
        device_count_fallback("f", "f.py", i, "why");
    }
    check_says("\"line\": 255,", true);
    check_says("\"line\": 256,", false);
    device_count_fallback("f", "f.py", 3, "why");
    check_says("\"line\": 3, \"why\": \"why\", \"count\": 2}", true);
}

Test(runtime_profile, forecasts_are_added_up) {
    const struct device_foreseen one = {0.5, 0.25, 0.125, 100, 10, true},
                                 two = {0.5, 2, 1, 0, 10, false};
    check_says("\"forecasts\": []", true);
    device_forecast_seen("f", "f.py", 3, &one);
    device_forecast_seen("g", "f.py", 3, &two);
    device_forecast_seen("f", "f.py", 3, &two);
    check_says("{\"nest\": \"f\", \"file\": \"f.py\", \"line\": 3, \"host\": 1, \"device\": 2.25, "
               "\"moving\": 1.125, \"up\": 100, \"down\": 20, \"pays\": 1, \"count\": 2}, "
               "{\"nest\": \"g\"",
               true);
}

Test(runtime_profile, kernels_are_kept_while_wanted) {
    const size_t global[] = {64, 32}, local[] = {16, 8};
    device_kernel_seen("f", "f.py", 3, "text", 2, global, local);
    check_says("\"kernels\": []}", true);
    cr_assert_not(device_keeps_kernels());
    device_keep_kernels(true);
    cr_assert(device_keeps_kernels());
    device_kernel_seen("f", "f.py", 3, "one\ntwo", 2, global, local);
    device_kernel_seen("g", "f.py", 4, "", 1, global, NULL);
    check_says("\"global\": [64, 32], \"local\": [16, 8], \"text\": \"one\\u000atwo\"}, ", true);
    check_says("\"line\": 4, \"global\": [64], \"local\": null, \"text\": \"\"}]}", true);
    device_keep_kernels(false);
    check_says("\"kernels\": []}", true);
}
