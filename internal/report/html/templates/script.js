(function () {
  "use strict";
  var form = document.querySelector("form.tools");
  if (!form) { return; }
  form.hidden = false;
  var rows = document.querySelectorAll("table.grid tbody tr");
  var out = form.querySelector("output");
  form.addEventListener("submit", function (e) { e.preventDefault(); });
  form.elements.filter.addEventListener("input", function () {
    var want = this.value.trim().toLocaleLowerCase(), shown = 0;
    rows.forEach(function (r) {
      var ok = want === "" || r.textContent.toLocaleLowerCase().indexOf(want) >= 0;
      r.hidden = !ok;
      if (ok) { shown++; }
    });
    out.textContent = want === "" ? "" : shown + " of " + rows.length;
  });
  form.elements.jump.addEventListener("change", function () {
    var id = "r" + parseInt(this.value, 10);
    if (document.getElementById(id)) { location.hash = id; } else { out.textContent = "no such row here"; }
  });
  window.addEventListener("hashchange", function () {
    var t = document.getElementById(location.hash.slice(1));
    var r = t && t.closest("tr");
    if (r && r.hidden) { r.hidden = false; t.scrollIntoView({ block: "center" }); }
  });
})();
