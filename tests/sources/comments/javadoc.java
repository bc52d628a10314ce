package jpype.doc;

/**
 * A class with javadoc.
 *
 * @author Somebody
 * @param <T> the type
 * @see <a href="spec.html#section">Java Spec</a>
 * @see List#get(int) the getter
 */
@Annotation
public class Test<T> {
  /**
   * This does something special.
   * <p>
   * It is so special we won't tell you.
   * <br>
   * We have our reasons. See <code>a</code> or
   * <pre>a</pre>. So <sup>up</sup> and don't look <sub>down</sub>. Literally
   * {@literal A<B>C}. Don't feel <small>s</small> when you can be <b>bold</b>
   * or <em>em</em> or <i>italics</i>; *this* and List<T> are neither.
   * <p>
   * Use the {@link #methodOne(int, Object) BangBang} method. *.
   * <blockquote><pre>{@code
   *    class Foo<T> {
   *      @Override Object other = null;
   *    }
   * }</pre></blockquote>
   * <table style="width:100%" summary="foo">
   * <tr><th>North</th><th>East</th></tr>
   * <tr><td>Y</td><td>N &amp; S</td></tr>
   * </table>
   * <ol>
   * <li> Item 1
   * <ul>
   *  <li>Inner</li>
   * </ul>
   * <li> Item 2 <a href="https://example.org/">there</a>,
   *      <a href="javascript:alert(1)">not there</a>
   * </ol>
   *
   * @param i an argument
   * @return {@code null}, always
   * @throws NoSuchMethodException is thrown
   * @exception RuntimeException also
   * @since 1.5
   * @deprecated
   */
  public Object methodOne(int i) { return null; }
}
