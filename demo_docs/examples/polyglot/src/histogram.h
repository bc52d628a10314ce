#pragma once

#include <cstddef>
#include <vector>

namespace histogram {

/// How many values fall into each bin.
using Counts = std::vector<std::size_t>;

/// Bins of equal width.
class Bins {
 public:
  /// @param low the lower edge of the first bin
  /// @param high the upper edge of the last bin
  /// @param number the number of bins
  Bins(double low, double high, std::size_t number);

  /// Returns the bin of a value; the number of bins if it is in none.
  std::size_t find(double value) const;

  std::size_t number() const { return number_; }

 private:
  double low_;
  double width_;
  std::size_t number_;
};

/// Counts the values of each bin.
Counts count(const std::vector<double>& values, const Bins& bins);

}  // namespace histogram
