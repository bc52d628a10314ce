/* Copyright (c) Example. All rights reserved. */
void after_the_licence();

// oneDNN
/// Sets quantization scaling factors for RNN projection weights tensors.
///
/// @note
///     Quantization scales are common for four 5D logical tensors.
///
/// @sa @ref dev_guide_attributes_quantization
///
/// @param attr Primitive attributes (can be NULL).
/// @param mask Scaling factors correspondence mask that defines the
///     correspondence between the output tensor dimensions and the @p
///     scales vector. Possible values are
///     #dnnl_forward_training and #dnnl_forward_inference.
/// @param scales Array of output scaling factors that must contain @p count
///     values and the following equality must hold:
///     \f[count = \prod\limits_{d \in mask} weights.dims[d].\f]
///     Violations can only be detected when the attributes are used.
/// @returns #dnnl_success on success and a status describing the error
///     otherwise.
// TODO: Align values to internal representation.
dnnl_status_t dnnl_primitive_attr_set(dnnl_primitive_attr_t attr);

// ITT
/**
 * @ingroup legacy
 * @deprecated Legacy API
 * @brief Fast synchronization which does no require spinning.
 * - This special function is to be used by TBB only when they know
 *   there is no spin.
 * @param[in,out] region - region id, 0 <= region < 8
 *
 * More of it, with *emphasis*, <b>HTML</b>, @c std::vector<int>, @a both, `code`
 * and \f$x^2\f$; mail@example.org, foo::@unknown and \unknown stay.
 * @snippet example.cpp part
 *
 * @code{.py}
 * @param none of them
 * @endcode
 * @retval 0 if all is well
 * @tparam T the type
 * @throws std::bad_alloc if it must
 * \note As %1 = prim::GetAttr[name="relu1"](%self).
 * \warning Not for __device__ code. See https://example.org/a_b.
 */
void fsync_prepare(void *addr);

// pybind11
/** \rst
    Manually **increase** the count of :class:`handle`, ``x``.

    .. include:: /etc/passwd
\endrst */
void inc_ref();

// ------------------------------------
// Section of the file
// ------------------------------------
int after_a_heading;

// Use a void* to avoid exposing the internal union.
// NOLINTNEXTLINE(modernize-use-using)
int plain;

// int old = compute();
// return old;
int after_code;

enum Color {
  RED,   ///< The first one,
         ///< over two lines.
  GREEN, /**< The second. */
  BLUE,  // the third
  NONE
};

/** @addtogroup api
 * @{ */
int in_a_group;

/**
 * Above a blank line.
 */

int marked;

// Above a blank line.

int unmarked;

/** A matrix expression
@anchor expressions
Lists what there is, by @cite Canny86.

@snippet snippets/core.cpp example-2d
@image html pics/a.png "How it looks" width=300
@include{lineno} all.cpp
*/
int expression();

/**
 * @author Somebody
 * @brief Advances.
 * @copyright Copyright (c) 2020
 *
 * More about it.
 * @copydetails expression
 */
int advance();

// cereal
//! Called before a type is serialized to set up any special archive state
//! for processing some type
/*! If designing a serializer that needs to set up any kind of special
    state, specialize this function.
    @relates Archive
    @ingroup Internal */
void prologue();

//! Prepares the archive
/*! @ingroup Internal */
void prepare();

//! @{
/*! Stands in a group. */
void grouped();
//! @}
