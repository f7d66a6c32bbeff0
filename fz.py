def test_show_caches(self):
    for quickened in (False, True):
        for adaptive in (False, True):
            with self.subTest(f"{quickened=}, {adaptive=}"):
                if quickened and adaptive:
                    pattern = r"^(\w+: \d+ ** )?$"
                else:
                    pattern = r"^(\w+: 0)?$"
                caches = list(self.get_cached_values(quickened, adaptive))
                for cache in caches:
                    self.assertRegex(cache, pattern)
                total_caches = 25
                empty_caches = 8 if adaptive and quickened else total_caches
                self.assertEqual(caches.count(""), empty_caches)
                self.assertEqual(len(caches), total_caches)