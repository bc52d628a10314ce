#include "histogram.h"

#include <cmath>

namespace histogram {

Bins::Bins(double low, double high, std::size_t number)
    : low_(low), width_((high - low) / number), number_(number) {}

std::size_t Bins::find(double value) const {
  const double place = std::floor((value - low_) / width_);
  return place >= 0 && place < number_ ? static_cast<std::size_t>(place) : number_;
}

Counts count(const std::vector<double>& values, const Bins& bins) {
  Counts counts(bins.number());
  for (const double value : values) {
    const std::size_t bin = bins.find(value);
    if (bin < counts.size()) {
      ++counts[bin];
    }
  }
  return counts;
}

}  // namespace histogram
