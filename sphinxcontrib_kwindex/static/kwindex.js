/* Marks lines of a listing: a click on a line's number sets #L10, with Shift #L10-L20.
   Opens folds around what an address names.
   Without it the anchors of single lines work all the same. */
(function () {
  "use strict";

  var marked = []; /* the lines, in their order */
  var anchor = null; /* the line from which Shift extends */

  /* Return the first and the last line that a fragment names, null if it names none. */
  function named(fragment) {
    var name;
    try {
      name = decodeURIComponent(fragment.replace(/^#/, ""));
    } catch (error) {
      return null;
    }
    if (line(name)) return [line(name), line(name)];
    var parts = /^(.*)L(\d+)-L(\d+)$/.exec(name);
    if (!parts) return null;
    var numbers = [Number(parts[2]), Number(parts[3])].sort(function (a, b) {
      return a - b;
    });
    var first = line(parts[1] + "L" + numbers[0]);
    var last = line(parts[1] + "L" + numbers[1]);
    /* What is behind the end of a file ends there. */
    if (first && !last) last = first.parentNode.lastElementChild;
    return first && [first, last];
  }

  function line(id) {
    var found = document.getElementById(id);
    return found && found.matches("pre.kw-source > span") ? found : null;
  }

  function number(id) {
    return Number(/\d+$/.exec(id)[0]);
  }

  function mark(lines) {
    marked.forEach(function (one) {
      one.classList.remove("kw-marked");
    });
    marked = [];
    if (!lines) {
      anchor = null;
      return;
    }
    for (var one = lines[0]; one; one = one.nextElementSibling) {
      one.classList.add("kw-marked");
      marked.push(one);
      if (one === lines[1]) break;
    }
    if (marked.indexOf(anchor) < 0) anchor = lines[0];
  }

  /* Open what is folded around the target; not every browser does. */
  function reveal() {
    var target;
    try {
      target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch (error) {
      return;
    }
    var closed = target && target.closest("details:not([open])");
    if (!closed) return;
    for (; closed; closed = closed.closest("details:not([open])")) closed.open = true;
    target.scrollIntoView({ behavior: "instant" });
  }

  function follow() {
    reveal();
    var lines = named(location.hash);
    mark(lines);
    /* The browser knows the ids of single lines only. */
    if (lines && !document.getElementById(decodeURIComponent(location.hash.slice(1)))) {
      lines[0].scrollIntoView({ behavior: "instant" });
    }
  }

  /* Return the line on whose number an event is. Numbers are drawn before the line. */
  function numbered(event) {
    var found = event.target;
    if (!found.matches || !found.matches("pre.kw-source > span")) return null;
    var style = getComputedStyle(found, "::before");
    var width = parseFloat(style.width) + parseFloat(style.marginRight);
    var box = found.getClientRects()[0];
    return event.clientX < box.left + width && event.clientY <= box.bottom ? found : null;
  }

  function plain(event) {
    return !event.button && !event.ctrlKey && !event.metaKey && !event.altKey;
  }

  document.addEventListener("mousedown", function (event) {
    /* Shift would select text. */
    if (event.shiftKey && plain(event) && numbered(event)) event.preventDefault();
  });

  document.addEventListener("click", function (event) {
    var clicked = plain(event) ? numbered(event) : null;
    if (!clicked) return;
    var lines = [clicked, clicked];
    if (event.shiftKey && anchor && anchor.parentNode === clicked.parentNode) {
      if (number(anchor.id) < number(clicked.id)) lines = [anchor, clicked];
      else lines = [clicked, anchor];
    } else {
      anchor = clicked;
      if (marked.length === 1 && marked[0] === clicked) lines = null;
    }
    mark(lines);
    var fragment = "";
    if (lines) {
      fragment = "#" + encodeURIComponent(lines[0].id);
      if (lines[0] !== lines[1]) fragment += "-L" + number(lines[1].id);
    }
    /* One step back leads to where no line was marked, however many were since. */
    var ours = history.state && history.state.kwindex;
    history[ours ? "replaceState" : "pushState"](
      { kwindex: true },
      "",
      fragment || location.pathname + location.search
    );
  });

  window.addEventListener("hashchange", follow);
  document.querySelectorAll("pre.kw-source").forEach(function (listing) {
    /* From here on lines are marked by their class, as :target cannot be taken back. */
    listing.classList.add("kw-scripted");
  });
  follow();
})();
