#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "histogram.h"

PYBIND11_MODULE(_histogram, m) {
  m.doc() = "Histograms, counted in C++.";
  pybind11::class_<histogram::Bins>(m, "Bins")
      .def(pybind11::init<double, double, std::size_t>())
      .def("find", &histogram::Bins::find);
  m.def("count", &histogram::count, "Count the values of each bin.");
}
