/// Bins of equal width.
pub struct Bins {
    low: f64,
    width: f64,
    number: usize,
}

impl Bins {
    /// Makes bins between two edges.
    pub fn new(low: f64, high: f64, number: usize) -> Self {
        let width = (high - low) / number as f64;
        Bins { low, width, number }
    }

    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the bin of a value, if it is in one.
    pub fn find(&self, value: f64) -> Option<usize> {
        let place = ((value - self.low) / self.width).floor();
        (place >= 0.0 && place < self.number as f64).then_some(place as usize)
    }
}
