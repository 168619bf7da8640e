"""Solus Rex as an engine of python-chess: plays endings to mate with the count of the tables.

usage: uci.py SOLUSREX TABLES

TABLES holds KQKR and KBNK with everything they are made from. `cargo xtask test uci` calls this.
"""

import json
import os
import pty
import select
import subprocess
import sys
import time
import unittest

import chess
import chess.engine

SOLUSREX, TABLES = sys.argv[1], sys.argv[2]


def engine():
    return chess.engine.SimpleEngine.popen_uci([SOLUSREX, "uci", "--tables", TABLES], timeout=60)


class Play(unittest.TestCase):
    """Games against itself."""

    @classmethod
    def setUpClass(cls):
        cls.engine = engine()

    @classmethod
    def tearDownClass(cls):
        cls.engine.quit()

    def longest(self, ending):
        command = [SOLUSREX, "--tables", TABLES, "mine", ending, "longest", "--limit", "1", "--side", "white"]
        found = subprocess.run(command + ["--format", "json"], capture_output=True, text=True, check=True)
        one = json.loads(found.stdout.splitlines()[0])
        return one["fen"], one["moves"]

    def plays_to_mate(self, ending, expected):
        fen, moves = self.longest(ending)
        self.assertEqual(moves, expected)
        board = chess.Board(fen)
        for ply in range(2 * moves - 1):
            self.assertFalse(board.is_game_over(), board.fen())
            played = self.engine.play(board, chess.engine.Limit(time=1), info=chess.engine.INFO_SCORE)
            left = moves - (ply + 1) // 2
            score = played.info["score"].white()
            self.assertEqual(score, chess.engine.Mate(left), f"{board.fen()} {played.info}")
            board.push(played.move)
        self.assertTrue(board.is_checkmate(), board.fen())

    def test_rook(self):
        self.plays_to_mate("KRK", 16)

    def test_queen_against_rook(self):
        self.plays_to_mate("KQKR", 35)

    def test_bishop_and_knight(self):
        self.plays_to_mate("KBNK", 33)

    def test_lines_are_ordered_and_lead_to_mate(self):
        board = chess.Board("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
        lines = self.engine.analyse(board, chess.engine.Limit(time=1), multipv=100)
        self.assertEqual(len(lines), board.legal_moves.count())
        scores = [line["score"].white() for line in lines]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual([line["multipv"] for line in lines], list(range(1, len(lines) + 1)))
        self.assertEqual(scores[0], chess.engine.Mate(16))
        end = board.copy()
        for move in lines[0]["pv"]:
            end.push(move)
        self.assertTrue(end.is_checkmate() and len(lines[0]["pv"]) == 31)

    def test_a_draw_is_nought(self):
        board = chess.Board("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")
        info = self.engine.analyse(board, chess.engine.Limit(time=1))
        self.assertEqual(info["score"].white(), chess.engine.Cp(0))

    def test_only_the_moves_asked_for(self):
        board = chess.Board("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
        slow = chess.Move.from_uci("b2b3")
        played = self.engine.play(board, chess.engine.Limit(time=1), root_moves=[slow])
        self.assertEqual(played.move, slow)


class Mates(unittest.TestCase):
    """Outside the tables."""

    @classmethod
    def setUpClass(cls):
        cls.engine = engine()

    @classmethod
    def tearDownClass(cls):
        cls.engine.quit()

    def test_mate_in_two(self):
        board = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
        played = self.engine.play(board, chess.engine.Limit(time=10), info=chess.engine.INFO_ALL)
        self.assertEqual(played.move, chess.Move.from_uci("a1a6"))
        self.assertEqual(played.info["score"].white(), chess.engine.Mate(2))

    def test_being_mated(self):
        # whatever Black does, the rooks mate on the back rank; a new rook lasts longest
        board = chess.Board("7k/R7/1R6/8/8/8/p6p/7K b - - 0 1")
        info = self.engine.analyse(board, chess.engine.Limit(time=20))
        self.assertEqual(info["score"].black(), chess.engine.Mate(-3))

    def test_a_legal_move_from_the_array(self):
        board = chess.Board()
        for _ in range(6):
            played = self.engine.play(board, chess.engine.Limit(time=0.05))
            self.assertIn(played.move, board.legal_moves)
            board.push(played.move)

    def test_infinite_analysis_stops(self):
        with self.engine.analysis(chess.Board()) as analysis:
            time.sleep(0.5)
            self.engine.ping()
            begun = time.monotonic()
            analysis.stop()
            analysis.wait()
            self.assertLess(time.monotonic() - begun, 5)

    def test_infinite_analysis_in_the_tables_waits_for_stop(self):
        with self.engine.analysis(chess.Board("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")) as analysis:
            info = analysis.next()
            while "score" not in info:
                info = analysis.next()
            self.assertEqual(info["score"].white(), chess.engine.Mate(16))
            analysis.stop()
            self.assertEqual(analysis.wait().move is not None, True)


class Terminal(unittest.TestCase):
    """The trainer at a terminal."""

    def talk(self, arguments, lines, environment):
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ.update(environment)
            os.execv(SOLUSREX, [SOLUSREX, "--tables", TABLES, "play"] + arguments)
        heard = b""

        def listen(until, seconds=30):
            nonlocal heard
            end = time.monotonic() + seconds
            start = len(heard)
            while until not in heard[start:] and time.monotonic() < end:
                if select.select([terminal], [], [], 0.1)[0]:
                    try:
                        heard += os.read(terminal, 4096)
                    except OSError:
                        return
            self.assertIn(until, heard[start:], heard.decode(errors="replace"))

        listen(b"1. ")
        for line, answer in lines:
            os.write(terminal, line)
            listen(answer)
        os.write(terminal, b"exit\r")
        status = os.waitpid(pid, 0)[1]
        os.close(terminal)
        self.assertEqual(status, 0)
        return heard.decode(errors="replace")

    def test_figures_colours_completion_and_history(self):
        heard = self.talk(
            ["KRK", "--seed", "1"],
            # a word completed by the tabulator, then called back by the arrow
            [(b"tod\t\r", b"mate in"), (b"\x1b[A\r", b"mate in"), (b"Qd4\r", b"you have no queen")],
            {"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"},
        )
        self.assertIn("♜", heard)
        self.assertIn("\x1b[", heard)

    def test_lines_typed_ahead_are_not_lost(self):
        heard = self.talk(
            ["KRK", "--seed", "1"],
            [(b"Qd4\rfoo\rfen\r", b" w - - 0 1")],
            {"TERM": "xterm-256color"},
        )
        self.assertIn("you have no queen", heard)
        self.assertIn("foo: a move is written", heard)

    def test_no_colour(self):
        heard = self.talk(["KRK", "--seed", "1"], [(b"board\r", b"a  b  c")], {"NO_COLOR": "1", "TERM": "xterm"})
        self.assertNotIn("♜", heard)
        self.assertNotIn("\x1b[48", heard)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
