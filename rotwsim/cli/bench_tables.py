"""The figures of `rotwsim bench` as tables for the terminal."""

from __future__ import annotations

from rotwsim.cli.tables import show_lines, show_table


def show_bench(found: dict) -> None:
    """Prints all figures."""
    speeds = found["games_per_second"]
    heads = ("board", *(player.replace("-", "-\n") for player in speeds))
    rows = [
        (board, *(speed_in_words(by_board[board]) for by_board in speeds.values()))
        for board in next(iter(speeds.values()))
    ]
    show_table("Games per second and core", rows, heads, ("board",))
    show_lines("The machine", figures_of(found))


def figures_of(found: dict) -> dict[str, str]:
    """Everything but the speeds by player and board, in words."""
    by_jobs = found["games_per_second_by_jobs"]
    lines = {
        "machine": f"{found['machine']}, Python {found['python']}",
        "start-up": f"{found['start_up_seconds']:.1f} s to the first game",
    }
    for jobs, speed in by_jobs.items():
        times = f", {speed / by_jobs['1']:.2f} times one" if jobs != "1" else ""
        lines[f"{jobs} job{'s' if jobs != '1' else ''}"] = f"{speed:,.0f} games a second{times}"
    if found.get("compile_seconds"):
        lines["compilation"] = f"{found['compile_seconds']:.0f} s, once"
    if found.get("megabytes_per_million_games"):
        lines["memory"] = f"{found['megabytes_per_million_games']:.0f} MB for a million games"
    signatures = {f"signature of {name}": value for name, value in found["signatures"].items()}
    return lines | signatures | {"kernels": found["kernel_digest"]}


def show_comparison(ratios: dict[str, float]) -> None:
    """Prints how fast each player is on each board against the former run."""
    lines = {what: f"{ratio:.2f} times as fast" for what, ratio in ratios.items()}
    show_lines("Against the former run", lines)


def speed_in_words(speed: float) -> str:
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.2g}"
