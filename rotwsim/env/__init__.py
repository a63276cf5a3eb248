"""The solo game as a Gymnasium environment, also by name; needs the extra "gym"."""

from gymnasium import register

from rotwsim.env.solo import SoloEnv

__all__ = ["SoloEnv"]

register("rotwsim/Solo-v0", entry_point="rotwsim.env.solo:SoloEnv")
