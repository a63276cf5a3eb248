"""The solo game as a Gymnasium environment; needs the extra "gym"."""

from rotwsim.env.solo import SoloEnv

__all__ = ["SoloEnv"]
