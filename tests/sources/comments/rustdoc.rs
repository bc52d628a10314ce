//! Validates [`Input`] by a schema.
//!
//! # Example
//!
//! ```
//! # use crate::x;
//! let a = validate()?;
//! #
//! ## shown
//! ```

use std::fmt;

/// Temporarily rebinds a field of the state by calling `projector`, see
/// [`ScopedSetState`], [state::Field], [fn@new], [the book](https://example.org),
/// [this](Self::new) and a[0].
///
/// # Errors
///
/// - none
///
/// ```should_panic,edition2021
/// #[derive(Debug)]
/// # struct Hidden;
/// ```
///
/// ```py
/// # a comment
/// ```
#[must_use]
pub fn rebind() {}

/// Behind it stands an attribute.
#[doc(hidden)]
pub struct Attribute;

/** A block
 *
 * with `code`. */
// remark
pub enum Block {}

// No documentation.
pub fn plain() {}

/// Of the module.
mod inner {
    //! Inside.
}
