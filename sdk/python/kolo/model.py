from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar, Dict, FrozenSet, Mapping, Type


class Model(Dict[str, Any]):
    """A record of the API: a dict whose fields can also be read as attributes.

    A documented field that is absent reads as None. Fields that a newer service adds are in the dict.
    """

    #: The models of the inner fields: a model, a list of one shape, or a map of one shape under "*".
    _shapes: ClassVar[Dict[str, Any]] = {}
    #: For events: the model of `data` by the first word of `type`.
    _data_by_type: ClassVar[Dict[str, Type[Model]]] = {}

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__({name: shaped(value, self._shapes.get(name)) for name, value in fields.items()})
        if self._data_by_type:
            of_type = self._data_by_type.get(str(fields.get("type")).split(".")[0], Model)
            self["data"] = shaped(fields.get("data"), of_type)

    def __getattr__(self, name: str) -> Any:
        if name in self:
            return self[name]
        if name in _documented_fields(type(self)):
            return None
        raise AttributeError(f"{type(self).__name__} has no field {name}")


def shaped(value: Any, shape: Any) -> Any:
    """Turns decoded JSON into models. A value of another shape stays unchanged: a newer service may send it."""
    if isinstance(shape, list):
        return [shaped(item, shape[0]) for item in value] if isinstance(value, list) else value
    if isinstance(shape, dict):
        return {name: shaped(item, shape["*"]) for name, item in value.items()} if isinstance(value, dict) else value
    return shape(value) if shape is not None and isinstance(value, dict) else value


@lru_cache(maxsize=None)
def _documented_fields(model: Type[Model]) -> FrozenSet[str]:
    return frozenset(model.__dict__.get("__annotations__", {}))
