"""margin-lab/plot.mjs: what the lab draws, on a canvas that notes each stroke.

The canvas has 1000 by 750 pixels, so a unit of the plane is 100 of them: the middle is
(500, 375), and (1, 1) is (600, 275).
"""

import json

import numpy as np
import pytest

from tests.book.scripts.helpers.run_script import run

COLOURS = {
    "ink": "#000001",
    "muted": "#000002",
    "accent": "#000003",
    "halo": "#000004",
    "plus": "#000005",
    "minus": "#000006",
    "empty": "#000000",
    "plus-side": "#640000",  # 100 of red
    "minus-side": "#000064",  # 100 of blue
}
# As much of a page as Plot needs. `drawn` gets each stroke, filling and text, with its
# path and how the pen was set; `shades` the pixels of the shading.
PAGE = """
const [drawn, shades] = [[], []];
const makeContext = () => {
  let [pen, path, saved] = [{ dash: [] }, [], []];
  const note = (kind, of) => drawn.push({ kind, ...pen, ...of });
  const own = {
    beginPath: () => { path = []; },
    closePath: () => path.push(["close"]),
    stroke: () => note("stroke", { path: [...path] }),
    fill: () => note("fill", { path: [...path] }),
    fillText: (text, ...at) => note("text", { text, at }),
    strokeText: () => {},
    setLineDash: (dash) => { pen = { ...pen, dash }; },
    save: () => saved.push(pen),
    restore: () => { pen = saved.pop(); },
    setTransform: () => {},
    fillRect: (...at) => note("fillRect", { at }),
    drawImage: () => note("image", {}),
    putImageData: ({ data }) => shades.push([...data]),
  };
  for (const name of ["moveTo", "lineTo", "arc", "rect"])
    own[name] = (...at) => path.push([name, ...at]);
  return new Proxy(own, {
    get: (_, name) => own[name] ?? pen[name],
    set: (_, name, value) => { pen = { ...pen, [name]: value }; return true; },
  });
};
const makeCanvas = (clientWidth = 0, clientHeight = 0) => {
  const context = makeContext();
  const getBoundingClientRect = () => (
    { left: 10, top: 20, width: clientWidth, height: clientHeight });
  return { clientWidth, clientHeight, style: {}, getContext: () => context,
    getBoundingClientRect };
};
class Observer { observe() {} }
const getComputedStyle = ({ style }) => ({ color: colours[style.color.slice(10, -1)] });
class ImageData {
  constructor(width, height) {
    Object.assign(this, { width, height, data: new Uint8ClampedArray(4 * width * height) });
  }
}
Object.assign(globalThis, {
  document: { createElement: () => makeCanvas(), body: {} },
  ResizeObserver: Observer, MutationObserver: Observer,
  matchMedia: () => ({ addEventListener() {} }),
  getComputedStyle, devicePixelRatio: 2, ImageData,
});
"""
PLANE = (1000, 750)
# f is the first coordinate, on the four corners of the plane.
F = {"values": [-5, 5, -5, 5], "grid": [2, 2]}


def plot(code, size=PLANE):
    """Return the value of code that has a `plot` on a canvas of a size."""
    given = f"const colours = {json.dumps(COLOURS)}; {PAGE}"
    made = f"const plot = new Plot(makeCanvas({size[0]}, {size[1]}), () => {{}});"
    return run("margin-lab/plot.mjs", f"(() => {{ {given} {made} {code} }})()")


def point(x, y, label):
    return {"x": x, "y": y, "label": label}


def scene(points, kinds=None, kernel="linear", **result):
    """Return what is drawn: points alone or, with the kinds of each, their solution."""
    state = {"points": points, "kernel": kernel}
    if kinds is None:
        return {"state": state}
    zeros = [0] * len(kinds)
    known = {"alpha": zeros, "slack": zeros, "kind": kinds, "b": 0, "flat": False}
    result = {**known, "values": F["values"], **result}
    solved = {"result": result, "state": state, "grid": F["grid"]}
    return {"state": state, "shown": solved}


def draw(drawn_scene):
    """Return what is drawn of a scene, in its order."""
    return plot(f"plot.draw({json.dumps(drawn_scene)}); return drawn;")


def strokes(drawn, colour, width):
    """Return the paths of the strokes of a colour and a width."""
    pen = {"kind": "stroke", "strokeStyle": COLOURS[colour], "lineWidth": width}
    return [x["path"] for x in drawn if pen.items() <= x.items()]


def shapes(drawn):
    """Return colour and path of what is filled."""
    names = {rgb: name for name, rgb in COLOURS.items()}
    return [(names[x["fillStyle"]], x["path"][0]) for x in drawn if x["kind"] == "fill"]


def full_circle(x, y, r):
    return ["arc", x, y, r, 0, pytest.approx(2 * np.pi)]


def test_class_is_a_square_or_a_disc_of_its_colour():
    drawn = draw(scene([point(1, 1, 1), point(-1, -2, -1)]))
    assert shapes(drawn) == [
        ("plus", ["rect", 595, 270, 10, 10]),
        ("minus", full_circle(400, 575, pytest.approx(5.5))),
    ]


def test_area_of_a_point_grows_with_its_multiplier():
    """From a square with sides of 10 to one three times as large."""
    points = [point(x, 0, 1) for x in (0, 1, 2)]
    drawn = draw(scene(points, ["on"] * 3, alpha=[0, 1, 2]))
    sides = [path[3] for _, path in shapes(drawn)]
    np.testing.assert_allclose(np.square(sides), [100, 200, 300])


def test_support_vector_has_the_mark_of_its_place():
    """A ring, a diamond or a cross, 5.5 pixels off the point; and none beyond."""
    points = [point(x, 0, 1) for x in (0, 1, 2, 3)]
    drawn = draw(scene(points, ["on", "inside", "wrong", "beyond"]))
    d = 1.25 * 10.5
    assert strokes(drawn, "ink", 1.5) == [
        [full_circle(500, 375, 10.5)],
        [
            ["moveTo", 600 + d, 375],
            ["lineTo", 600, 375 + d],
            ["lineTo", 600 - d, 375],
            ["lineTo", 600, 375 - d],
            ["close"],
        ],
        [
            ["moveTo", 689.5, 364.5],
            ["lineTo", 710.5, 385.5],
            ["moveTo", 689.5, 385.5],
            ["lineTo", 710.5, 364.5],
        ],
    ]


def test_boundary_is_whole_and_margins_are_dashed():
    """f = x is 0 in the middle, and -1 and 1 at 400 and 600."""
    drawn = draw(scene([point(3, 0, 1)], ["beyond"]))
    lines = [x for x in drawn if len(x.get("path", ())) == 2 and x["kind"] == "stroke"]
    levels = {
        (x["path"][0][1], x["lineWidth"], tuple(x["dash"]))
        for x in lines
        if {x["path"][0][2], x["path"][1][2]} == {0, 750}
    }
    assert levels == {(400, 1.4, (7, 5)), (600, 1.4, (7, 5)), (500, 2, ())}


@pytest.mark.parametrize(("label", "foot"), [(1, 600), (-1, 400)])
@pytest.mark.parametrize("kernel", ["linear", "poly"])
def test_slack_leads_from_a_point_to_the_margin_of_its_class(kernel, label, foot):
    """w = (1, 0) of two points with alpha 1/2 at (1, 0) and (-1, 0). At x = 0, slack is 1."""
    points = [point(1, 0, 1), point(-1, 0, -1), point(0, 1, label)]
    kinds, alpha, slack = ["on", "on", "inside"], [0.5, 0.5, 0], [0, 0, 1]
    drawn = draw(scene(points, kinds, kernel, alpha=alpha, slack=slack))
    segment = [["moveTo", 500, 275], ["lineTo", foot, 275]]
    assert strokes(drawn, "ink", 1.1) == [segment]
    (pen,) = (x for x in drawn if x.get("lineWidth") == 1.1)
    assert (pen["dash"], pen["globalAlpha"]) == ([], 0.75)
    assert {x["globalAlpha"] for x in drawn if x["kind"] == "fill"} == {1}


def test_flat_f_has_no_lines():
    drawn = draw(scene([point(0, 0, 1)], ["wrong"], flat=True, values=[0] * 4))
    assert not strokes(drawn, "ink", 2) + strokes(drawn, "ink", 1.1)


def test_result_of_fewer_points_gives_no_marks_and_keeps_its_lines():
    """Until that of the newest points has come."""
    earlier = scene([point(0, 0, 1)], ["on"])
    points = [point(0, 0, 1), point(1, 0, 1)]
    drawn = draw({**earlier, "state": {"points": points, "kernel": "linear"}})
    assert len(shapes(drawn)) == 2
    assert not strokes(drawn, "ink", 1.5)
    assert strokes(drawn, "ink", 2)


def test_points_of_one_place_share_their_number_and_many_points_have_none():
    drawn = draw(scene([point(3, 3, 1), point(0, 0, 1), point(3, 3, -1)]))
    numbers = [x["text"] for x in drawn if x["kind"] == "text"][-2:]
    assert numbers == ["0, 2", "1"]
    many = [point(n / 10, 0, 1) for n in range(13)]
    texts = {x["text"] for x in draw(scene(many)) if x["kind"] == "text"}
    assert texts == {"−4", "−2", "0", "2", "4"}  # those of the axes


def test_axes_say_where_the_numbers_are():
    texts = [x for x in draw(scene([])) if x["kind"] == "text"]
    below = {x["text"]: x["at"][0] for x in texts if x["textAlign"] == "center"}
    assert below == {"−4": 100, "−2": 300, "0": 500, "2": 700, "4": 900}
    beside = {x["text"]: x["at"][1] - 4 for x in texts if x["textAlign"] == "left"}
    assert beside == {"−2": 575, "0": 375, "2": 175}


def test_selected_point_has_a_halo_below_it_and_the_pair_of_a_step_a_line():
    points = [point(0, 0, 1), point(1, 0, 1), point(0, 2, 1)]
    step = {**scene(points, ["beyond"] * 3, moved=[1, 2]), "selected": 0}
    drawn = draw(step)
    halos = [path for colour, path in shapes(drawn) if colour == "halo"]
    assert halos == [full_circle(500, 375, 17)]
    assert shapes(drawn)[1] == ("plus", ["rect", 495, 370, 10, 10])
    assert strokes(drawn, "accent", 2) == [[full_circle(500, 375, 17)]]
    assert strokes(drawn, "accent", 3) == [
        [["moveTo", 600, 375], ["lineTo", 500, 175]],
        [full_circle(600, 375, 17)],
        [full_circle(500, 175, 17)],
    ]


def test_step_that_moves_more_than_two_has_no_line():
    points = [point(x, 0, 1) for x in range(3)]
    drawn = draw(scene(points, ["beyond"] * 3, moved=[0, 1, 2]))
    circles = strokes(drawn, "accent", 3)
    assert [path[0][0] for path in circles] == ["arc"] * 3


def test_cursor_is_a_cross_that_leaves_its_middle_free():
    (cross,) = strokes(draw({**scene([]), "cursor": {"x": 1, "y": 1}}), "accent", 1.5)
    ends = [at for _, *at in cross]
    arms = [ends[n : n + 2] for n in range(0, 8, 2)]
    assert arms == [
        [[604, 275], [614, 275]],
        [[600, 279], [600, 289]],
        [[596, 275], [586, 275]],
        [[600, 271], [600, 261]],
    ]


def test_shading_is_faint_beside_the_boundary_and_full_from_two_on():
    """Eight columns, of which f is -4.375, -3.125, -1.875, -0.625, and the same positive.

    The share of a side's colour is 0.3 and, up to |f| = 2, 0.35 |f|, in 128 steps.
    """
    solved = json.dumps(scene([], []))
    (pixels,) = plot(f"plot.draw({solved}); return shades;", size=(8, 6))
    rows = np.reshape(pixels, (6, 8, 4))
    assert (rows == rows[0]).all()
    red, green, blue, alpha = rows[0].T.tolist()
    # 0.625 is 40 of 128 steps, and 1.875 is 120: 0.3 + 0.7 (40 / 128), 0.3 + 0.7 (120 / 128)
    assert blue == [100, 100, 96, 52, 0, 0, 0, 0]
    assert red == blue[::-1]
    assert (set(green), set(alpha)) == ({0}, {255})


@pytest.mark.parametrize(
    ("values", "rows"),
    [
        ([-4, -4, 4, 4], [[100, 0, 0], [0, 0, 100]]),  # f > 0 in the upper half
        ([1e-7] * 4, [[0, 0, 0]] * 2),  # too little for a class
    ],
)
def test_shading_of_two_rows(values, rows):
    """Their middles are a quarter and three quarters up, where f is -2 and 2, or small."""
    solved = json.dumps(scene([], [], values=values))
    (pixels,) = plot(f"plot.draw({solved}); return shades;", size=(1, 2))
    assert np.reshape(pixels, (2, 4))[:, :3].tolist() == rows


def test_shading_is_computed_again_when_f_the_theme_or_the_size_changes():
    first = scene([], [])
    other = scene([], [], values=[5, -5, 5, -5])
    counts = plot(
        f"""
        const [first, other] = [{json.dumps(first)}, {json.dumps(other)}];
        const counts = [first, first, other].map((scene) => {{
          plot.draw(scene);
          return shades.length;
        }});
        colours.empty = "#ffffff";
        plot.draw(other);
        counts.push(shades.length);
        plot.canvas.clientWidth = 9;
        plot.draw(other);
        return [...counts, shades.length];
        """,
        size=(8, 6),
    )
    assert counts == [1, 1, 2, 3, 4]


def test_canvas_has_the_pixels_of_the_screen_and_small_ones_small_points():
    code = f"plot.draw({json.dumps(scene([point(0, 0, 1)]))});"
    made = plot(f"{code} return [plot.canvas.width, plot.canvas.height, plot.size];")
    assert made == [2000, 1500, 1]
    assert plot(f"{code} return plot.size;", size=(300, 225)) == pytest.approx(0.8)
    assert plot(f"{code} return plot.size;", size=(504, 378)) == pytest.approx(0.9)


def test_pointer_is_where_it_is_seen():
    """The canvas begins at (10, 20) of the window."""
    pointers = [{"clientX": 510, "clientY": 395}, {"clientX": 610, "clientY": 295}]
    found = plot(f"return {json.dumps(pointers)}.map((p) => plot.toPlane(p));")
    assert found == [
        {"x": pytest.approx(0), "y": pytest.approx(0)},
        {"x": pytest.approx(1), "y": pytest.approx(1)},
    ]
