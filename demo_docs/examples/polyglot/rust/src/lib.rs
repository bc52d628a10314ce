//! Histograms of lines that are read one by one.

mod bins;

pub use bins::Bins;

/// Counts the numbers in a text, one in each line.
pub fn count(text: &str, bins: &Bins) -> Vec<usize> {
    let mut counts = vec![0; bins.number()];
    for value in text.lines().filter_map(|line| line.trim().parse().ok()) {
        if let Some(bin) = bins.find(value) {
            counts[bin] += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_numbers() {
        assert_eq!(count("0.1\n0.7\nx\n", &Bins::new(0.0, 1.0, 2)), [1, 1]);
    }
}
