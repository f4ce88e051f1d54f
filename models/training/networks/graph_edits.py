"""Equivalent graph transformations of exported networks, for faster int8 inference.

Used by `models.training.networks.quantise`. Each edits an ONNX model in place that was exported by
`models.training.networks.architectures`.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnx
from onnx import helper, numpy_helper

from models.training.arrays import F32

Array = npt.NDArray[Any]

TOGETHER: Final = 4
"""Neighbouring pixels of a row that are packed into one position of the first layer's input."""

_COLOURS = 3
_STRIDE = 2  # of every first layer: TOGETHER pixels give TOGETHER / _STRIDE outputs
_SIDE = 3  # of its kernel
_PARTS = (1, 6)  # channels of heat and box


def without_normalising(model: onnx.ModelProto) -> tuple[np.float32, np.float32]:
    """Remove the input normalisation, ``(level - mean) / spread``; return mean and spread."""
    graph = model.graph
    given = graph.input[0].name
    less = _consumer(graph, "Sub", given)
    part = _consumer(graph, "Div", less.output[0])
    mean, spread = (np.float32(_constant(graph, node.input[1])) for node in (less, part))
    _rewire(graph, part.output[0], given)
    graph.node.remove(less)
    graph.node.remove(part)
    return mean, spread


def with_packed_pixels(model: onnx.ModelProto) -> None:
    """Make the first layer take ``TOGETHER`` pixels of a row as one position (space to depth).

    With three input channels address computation limits the speed, with twelve arithmetic does. Two
    neighbouring outputs come from one position, so the weights are duplicated. Channels are BGR.
    """
    graph = model.graph
    given = graph.input[0]
    layer = _consumer(graph, "Conv", given.name)
    weights, bias = (_initializer(graph, name) for name in layer.input[1:])
    weights.CopyFrom(
        numpy_helper.from_array(_packed_weights(numpy_helper.to_array(weights)), weights.name)
    )
    twice = np.tile(numpy_helper.to_array(bias), TOGETHER // _STRIDE)
    bias.CopyFrom(numpy_helper.from_array(twice, bias.name))
    shapes = {"kernel_shape": [_SIDE, 2], "pads": [1, 1, 0, 0], "strides": [_STRIDE, 1]}
    for attribute in layer.attribute:
        if attribute.name in shapes:
            attribute.ints[:] = shapes[attribute.name]
    size = given.type.tensor_type.shape.dim
    size[1].dim_value = TOGETHER * _COLOURS
    if size[3].dim_value:
        size[3].dim_value //= TOGETHER
    del graph.value_info[:]
    after = _consumer(graph, "Relu", layer.output[0])
    narrow = f"{after.output[0]}_narrow"
    _rewire(graph, after.output[0], narrow)
    channels = len(twice) * _STRIDE // TOGETHER
    nodes = _unpacked(graph, after.output[0], narrow, channels)
    _insert_after(graph, after, nodes)


def wide(pictures: F32) -> F32:
    """Return RGB images, shape (N, 3, H, W), in the layout of the edited first layer."""
    count, channels, height, width = pictures.shape
    rows = pictures[:, ::-1].transpose(0, 2, 3, 1)
    places = rows.reshape(count, height, width // TOGETHER, channels * TOGETHER)
    return np.ascontiguousarray(places.transpose(0, 3, 1, 2))


def with_bytes(model: onnx.ModelProto) -> None:
    """Make an int8 network take BGR bytes, shape (N, H, W, 3), directly.

    Its input was quantised with the mean and spread of the removed normalisation, so this is exact.
    """
    graph = model.graph
    given = graph.input[0]
    first = _consumer(graph, "QuantizeLinear", given.name)
    count, _, height, width = given.type.tensor_type.shape.dim
    side = width.dim_value * TOGETHER or width.dim_param
    shape = [count.dim_param or count.dim_value, height.dim_param or height.dim_value, side]
    name = given.name
    graph.input.remove(given)
    bytes_in = helper.make_tensor_value_info(name, onnx.TensorProto.UINT8, [*shape, _COLOURS])
    graph.input.insert(0, bytes_in)
    _add_ints(graph, "wide_shape", [0, 0, -1, TOGETHER * _COLOURS])
    nodes = [
        helper.make_node("Reshape", [name, "wide_shape"], ["wide"]),
        helper.make_node("Transpose", ["wide"], [first.output[0]], perm=[0, 3, 1, 2]),
    ]
    _insert_after(graph, first, nodes)
    graph.node.remove(first)


def with_fused_heads(model: onnx.ModelProto) -> None:
    """Fuse the finder's heat and box layers into one matrix product over all positions."""
    graph = model.graph
    share = _producer(graph, "heat")
    shifted = _producer(graph, "box")
    heat, box = _producer(graph, share.input[0]), _producer(graph, shifted.input[0])
    features = heat.input[0]
    weights = [_constant(graph, layer.input[1])[:, :, 0, 0] for layer in (heat, box)]
    shift = _constant(graph, shifted.input[1]).reshape(-1)
    bias = [_constant(graph, heat.input[2]), _constant(graph, box.input[2]) + shift]
    _add_floats(graph, "end_weights", np.concatenate(weights).T)
    _add_floats(graph, "end_bias", np.concatenate(bias).reshape(1, -1, 1, 1))
    _add_ints(graph, "end_parts", list(_PARTS))
    for node in (share, shifted, heat, box):
        graph.node.remove(node)
    steps: tuple[tuple[str, list[str], list[str], dict[str, Any]], ...] = (
        ("Transpose", [features], ["end_rows"], {"perm": [0, 2, 3, 1]}),
        ("MatMul", ["end_rows", "end_weights"], ["end_product"], {}),
        ("Transpose", ["end_product"], ["end_maps"], {"perm": [0, 3, 1, 2]}),
        ("Add", ["end_maps", "end_bias"], ["end_sum"], {}),
        ("Split", ["end_sum", "end_parts"], ["end_heat", "box"], {"axis": 1}),
        ("Sigmoid", ["end_heat"], ["heat"], {}),
    )
    for kind, given, made, settings in steps:  # named, so that nodes can be excluded by name
        graph.node.append(helper.make_node(kind, given, made, made[0], **settings))


def with_copy_upsampling(model: onnx.ModelProto) -> None:
    """Upsample int8 maps by copying: several times faster than the runtime's Resize."""
    graph = model.graph
    for node in [node for node in graph.node if node.op_type == "Resize"]:
        before = _producer(graph, node.input[0])
        after = _consumer(graph, "QuantizeLinear", node.output[0])
        name = node.output[0]
        _add_ints(graph, f"{name}_factors", [1, 2, 2, 1])
        _add_ints(graph, f"{name}_between", [2])
        steps: tuple[tuple[str, list[str], str, dict[str, Any]], ...] = (
            ("Transpose", [before.input[0]], "rows", {"perm": [0, 2, 3, 1]}),
            ("Shape", [f"{name}_rows"], "size", {}),
            ("Mul", [f"{name}_size", f"{name}_factors"], "doubled", {}),
            ("Concat", [f"{name}_rows"] * 2, "beside", {"axis": 3}),
            ("Unsqueeze", [f"{name}_beside", f"{name}_between"], "apart", {}),
            ("Concat", [f"{name}_apart"] * 2, "below", {"axis": 2}),
            ("Reshape", [f"{name}_below", f"{name}_doubled"], "larger", {}),
        )
        nodes = [
            helper.make_node(kind, given, [f"{name}_{result}"], **settings)
            for kind, given, result, settings in steps
        ]
        last = helper.make_node("Transpose", [f"{name}_larger"], after.output, perm=[0, 3, 1, 2])
        _insert_after(graph, after, [*nodes, last])
        for old in (before, node, after):
            graph.node.remove(old)


def _packed_weights(weights: Array) -> Array:
    """Return the first layer's weights, (O, 3, 3, 3), for packed positions, (2 O, 12, 3, 2).

    Output column 2 b + k covers the input columns 4 b + 2 k - 1 .. 4 b + 2 k + 1: those of position
    b and the last one of the position before it.
    """
    outputs = len(weights)
    result = np.zeros((2 * outputs, TOGETHER * _COLOURS, _SIDE, 2), np.float32)
    for k in range(TOGETHER // _STRIDE):
        for x in range(_SIDE):
            column = _STRIDE * k + x - 1
            place, pixel = (1, column) if column >= 0 else (0, TOGETHER - 1)
            taken = slice(pixel * _COLOURS, (pixel + 1) * _COLOURS)
            result[k * outputs : (k + 1) * outputs, taken, :, place] = weights[:, ::-1, :, x]
    return result


def _unpacked(
    graph: onnx.GraphProto, wide_maps: str, narrow: str, channels: int
) -> list[onnx.NodeProto]:
    """Return the nodes that unpack the outputs of packed positions into neighbouring columns."""
    _add_ints(graph, f"{narrow}_shape", [0, 0, -1, channels])
    return [
        helper.make_node("Transpose", [wide_maps], [f"{narrow}_wide"], perm=[0, 2, 3, 1]),
        helper.make_node("Reshape", [f"{narrow}_wide", f"{narrow}_shape"], [f"{narrow}_rows"]),
        helper.make_node("Transpose", [f"{narrow}_rows"], [narrow], perm=[0, 3, 1, 2]),
    ]


def _consumer(graph: onnx.GraphProto, kind: str, given: str) -> onnx.NodeProto:
    (node,) = (node for node in graph.node if node.op_type == kind and given in node.input)
    return node


def _producer(graph: onnx.GraphProto, name: str) -> onnx.NodeProto:
    (node,) = (node for node in graph.node if name in node.output)
    return node


def _initializer(graph: onnx.GraphProto, name: str) -> onnx.TensorProto:
    (tensor,) = (tensor for tensor in graph.initializer if tensor.name == name)
    return tensor


def _constant(graph: onnx.GraphProto, name: str) -> Array:
    for node in graph.node:
        if node.op_type == "Constant" and name in node.output:
            return np.asarray(numpy_helper.to_array(node.attribute[0].t))
    return np.asarray(numpy_helper.to_array(_initializer(graph, name)))


def _rewire(graph: onnx.GraphProto, old: str, new: str) -> None:
    for node in graph.node:
        node.input[:] = [new if name == old else name for name in node.input]


def _insert_after(
    graph: onnx.GraphProto, place: onnx.NodeProto, nodes: list[onnx.NodeProto]
) -> None:
    index = list(graph.node).index(place) + 1
    for offset, node in enumerate(nodes):
        graph.node.insert(index + offset, node)


def _add_ints(graph: onnx.GraphProto, name: str, values: list[int]) -> None:
    graph.initializer.append(numpy_helper.from_array(np.array(values, np.int64), name))


def _add_floats(graph: onnx.GraphProto, name: str, values: Array) -> None:
    tensor = numpy_helper.from_array(np.ascontiguousarray(values, np.float32), name)
    graph.initializer.append(tensor)
