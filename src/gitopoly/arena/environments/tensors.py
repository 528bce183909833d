"""What an environment on a GPU needs of PyTorch: tensors there, and the stream that it works on."""

from __future__ import annotations

import ctypes
from typing import Any

from gitopoly.errors import MissingTool

OTHERWISE = 'choose device="cpu", the games are the same'


class Tensors:
    """PyTorch's tensors on the GPU."""

    def __init__(self) -> None:
        try:
            import torch
        except ImportError:
            raise MissingTool(
                f"an environment on a GPU needs PyTorch, which is not installed; {OTHERWISE}"
            ) from None
        if not torch.cuda.is_available():
            raise MissingTool(f"this PyTorch cannot use the GPU; install another, or {OTHERWISE}")
        self.torch = torch

    def zeros(self, shape: tuple[int, ...], kind: str) -> Any:
        """A tensor of zeros."""
        return self.torch.zeros(shape, dtype=getattr(self.torch, kind), device="cuda")

    def address(self, tensor: Any) -> ctypes.c_uint64:
        """Where it lies on the GPU."""
        return ctypes.c_uint64(tensor.data_ptr())

    def stream(self) -> ctypes.c_void_p:
        """Where PyTorch queues its work, so that ours is done in turn."""
        return ctypes.c_void_p(self.torch.cuda.current_stream().cuda_stream)

    def content(self, tensor: Any) -> bytes:
        """What it holds, copied from the GPU."""
        return bytes(tensor.cpu().numpy().tobytes())

    def whole_numbers(self, actions: Any, size: int) -> Any:
        """A row of 64-bit numbers, or None unless it is one of `size` whole numbers on the GPU."""
        torch = self.torch
        kinds = (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8)
        if not torch.is_tensor(actions) or not actions.is_cuda or actions.dtype not in kinds:
            return None
        return actions.to(torch.int64).contiguous() if actions.shape == (size,) else None
