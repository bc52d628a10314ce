#include "histogram.h"

#include <gtest/gtest.h>

TEST(Histogram, CountsValues) {
  const histogram::Bins bins(0, 1, 2);
  EXPECT_EQ(histogram::count({0.1, 0.7, 0.8, 2}, bins), (histogram::Counts{1, 2}));
}
