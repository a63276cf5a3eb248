from collections.abc import Callable

from rotwsim.analysis.comparison import compare as compare
from rotwsim.analysis.me import me as me
from rotwsim.analysis.results import Answer
from rotwsim.replay import replay as replay
from rotwsim.replay.review import review as review
from rotwsim.report import plot as plot
from rotwsim.report import report as report
from rotwsim.report.columns import columns as columns
from rotwsim.report.page.difficulty import difficulty as difficulty
from rotwsim.report.runs import plan as plan
from rotwsim.runner.audit_and_signature import audit as audit
from rotwsim.runner.bench import bench as bench
from rotwsim.runner.play import play as play
from rotwsim.runner.run import simulate as simulate
from rotwsim.runner.store import read_run as read_run
from rotwsim.scenario.scenario import Scenario as Scenario
from rotwsim.training import train as train

__version__: str
__all__: list[str]

def __getattr__(question: str) -> Callable[..., Answer]: ...
