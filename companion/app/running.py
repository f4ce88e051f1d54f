"""Application lifecycle of ``companion run``: device selection, window, demonstration, shutdown."""

import gc
import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.app.devices import find_camera
from companion.app.doctor.device_checks import DeviceChecks
from companion.app.doctor.errors import power_error
from companion.app.doctor.report import Installation
from companion.app.fault_report import LogTail, ZipReporter
from companion.app.game_analyst import GameAnalyst
from companion.app.game_hints import GameHints
from companion.app.narrator import Narrator
from companion.app.phone_pictures import PhonePhotographs
from companion.app.phone_service import PhoneService
from companion.app.power_watch import watch_power
from companion.app.step_feed import FeedSocket, StepFeed
from companion.app.table_backups import TableBackups
from companion.app.watchdog import Watchdog
from companion.app.wiring import (
    RunningTable,
    demonstration,
    has_running_game,
    real_table,
    roll_rules,
)
from companion.choices import ChoicesFile
from companion.demo.demo_player import GAME, DemoPlayer, Pace
from companion.demo.screenshots import Screenshots
from companion.demo.script import load_script
from companion.errors import CompanionError
from companion.games.registry import GAMES
from companion.i18n import N_, translator
from companion.places import Places, environment
from companion.preferences import Preferences
from companion.session.table_port import TableUpdate
from companion.settings import Settings, log_in_use
from companion.storage.archive import FileArchive
from companion.storage.backup_sources import BackupSources
from companion.storage.boxes import FileBoxes
from companion.storage.exchange import FolderExchange, sticks
from companion.storage.opening import offer_backup, open_for_table
from hardware.backlight import Backlight
from hardware.errors import CameraUnavailableError, DriverStuckError
from hardware.power import SystemdPower
from hardware.probe import throttled
from hardware.touch.panels import TouchPanels

if TYPE_CHECKING:
    from companion.session.ports import CameraSource
    from kivy_ui.app import TableApp
    from kivy_ui.pages.page import Seat
    from kivy_ui.settings import Services

log = logging.getLogger(__name__)

_WATCHED_PACE_S = 0.6
_JOIN_S = 10.0
_LOOK_FOR_A_SCREEN_S = 5.0
_TRY_A_WINDOW_AGAIN_S = 60.0


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Options of ``companion run``.

    Attributes:
        settings: from the file, overridden by the command line.
        places: file locations.
        language: language of the UI.
        simulate: always run the demonstration.
        real: always run the real table, even if no camera is connected.
        log: game log to use instead of the default one.
        headless: render off-screen.
        window: always open a window.
        fresh: begin a new game.
        play: the demonstration plays automatically even if there is a screen.
        between_s: pause between the demo player's deeds; None uses the default for the screen.
        out: folder for the demonstration's pictures; None writes none.
        until_shown: exit after the first frame and print its time as JSON.
        notices: errors found before the start, to be shown in the window.
        phone_links: file that gets the links of the phones; None for none.
    """

    settings: Settings
    places: Places
    language: str
    simulate: bool = False
    real: bool = False
    log: Path | None = None
    headless: bool = False
    window: bool = False
    fresh: bool = False
    play: bool = False
    between_s: float | None = None
    out: Path | None = Path("out")
    until_shown: bool = False
    notices: tuple[CompanionError, ...] = ()
    phone_links: Path | None = None


def run_table(
    options: RunOptions, *, tell: Callable[[str], None], say: Callable[[str], None]
) -> int:
    """Run until the window is closed or the demonstration ends; return the exit status.

    Args:
        options: the command line's options.
        tell: prints a line of the demonstration's narration.
        say: prints a message about devices.

    Raises:
        LogInUseError: another process has locked the log.
        CompanionError: the log or the camera named cannot be used, or the demonstration is stuck.
    """
    off_screen = _is_off_screen(options)
    camera = None if options.simulate else _camera(options, say)
    simulated = options.simulate or (camera is None and _may_simulate(options))
    opened = open_for_table(
        _log_file(options, simulated=simulated),
        GAMES,
        options.places.backups,
        named=options.log is not None,
    )
    game_log, choices = opened.log, ChoicesFile(options.places.choices_file)
    for notice in opened.notices:
        say(f"{notice.message} {notice.hint_text}")
    options = replace(options, notices=(*options.notices, *opened.notices))
    if simulated:
        out = _folder_for_pictures(options.out, say) if off_screen else None
        options = replace(options, out=out)
        table = demonstration(
            options.settings,
            game_log,
            annotate_into=out / "read" if out is not None else None,
            choices=choices,
        )
        why = "" if options.simulate else "No camera is connected. "
        say(f"{why}This is a demonstration: bundled images, and keys 1 to 5 as ready buttons.")
    else:
        table = real_table(options.settings, game_log, camera=camera, say=say, choices=choices)
    return _Run(options, table, choices, tell, off_screen=off_screen, simulated=simulated).go()


def _folder_for_pictures(folder: Path | None, say: Callable[[str], None]) -> Path | None:
    """Return the folder, created if it is missing; None if it cannot be created."""
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as err:
        say(f"No images will be saved: {folder} cannot be created ({err.strerror}).")
        return None
    return folder


def _is_off_screen(options: RunOptions) -> bool:
    from kivy_ui.environment import Surface, find_surface

    if options.headless or options.window:
        return options.headless
    return find_surface(environment()) is Surface.OFFSCREEN


def _camera(options: RunOptions, say: Callable[[str], None]) -> "CameraSource | None":
    try:
        return find_camera(options.settings)
    except (
        CameraUnavailableError,
        DriverStuckError,
    ) as err:  # the scanner keeps retrying; the game starts
        say(f"{err.message} {err.hint_text}")
        return None


def _may_simulate(options: RunOptions) -> bool:
    """Allow the demonstration only if no camera was requested and no real game is unfinished."""
    if options.real or options.settings.camera.source != "auto":
        return False
    return not has_running_game(_log_file(options, simulated=False))


def _log_file(options: RunOptions, *, simulated: bool) -> Path:
    if options.log is not None:
        return options.log
    if simulated:
        return options.places.demo_log_file
    return log_in_use(options.settings, options.places)


def restart_with(backup: Path, arguments: Sequence[str]) -> None:
    """Replace this process by ``companion run`` with the same *arguments*, restoring a backup."""
    kept = list(arguments)
    if "--restore" in kept:  # the backup of an earlier restart
        at = kept.index("--restore")
        del kept[at : at + 2]
    command = [sys.executable, "-m", "companion", *kept, "--restore", str(backup)]
    os.execv(sys.executable, command)  # noqa: S606 - this program


class _Run:
    """One run of the application, from start to shutdown."""

    def __init__(
        self,
        options: RunOptions,
        table: RunningTable,
        choices: ChoicesFile,
        tell: Callable[[str], None],
        *,
        off_screen: bool,
        simulated: bool,
    ) -> None:
        self._options = options
        self._table = table
        self._tell = tell
        self._narrator = Narrator(tell)
        self._off_screen = off_screen
        self._simulated = simulated
        self._choices = choices
        self._plays = simulated and (off_screen or options.play) and not options.until_shown
        self._demo_player: DemoPlayer | None = None
        self._screenshots: Screenshots | None = None
        self._failure: CompanionError | None = None
        self._app: TableApp | None = None
        self._backup_to_restore: Path | None = None
        self._shown = threading.Event()
        self._closed = threading.Event()
        self._ending = ExitStack()  # what was started, to be stopped in the reverse order
        self._watchdog = Watchdog(environment())
        self._phones = PhoneService(
            table.owner,
            options.settings.phones,
            self._sits,
            options.phone_links,
            PhonePhotographs(table.profiles.untracked_reader, table.tiles.read, table.owner),
            lambda: None if self._app is None else self._app.settings,
        )
        wanted_off_screen = options.headless or "SDL_VIDEODRIVER" in environment()
        self._lacks_a_screen = off_screen and options.real and not wanted_off_screen

    def go(self) -> int:
        if self._off_screen:
            self._table.owner.subscribe(self._narrator.take)
        with self._ending:
            self._feed_programs()
            self._ending.callback(self._table.stop)
            self._table.start()
            self._ending.callback(self._phones.turn_off)
            self._app = self._make_window()
            self._listen_to_signals()
            if self._plays:
                player = threading.Thread(target=self._play, name="demo-player", daemon=True)
                self._ending.callback(self._stop_playing, player)
                player.start()
            elif self._options.fresh:
                self._table.owner.new_game(GAME)
            if self._off_screen and not self._plays and sys.stdin is not None:
                self._table.buttons.keyboard.follow(sys.stdin)  # no window could receive keys
            self._serve_phones()
            self._ending.callback(self._closed.set)
            threading.Thread(target=self._watch_power, name="power", daemon=True).start()
            self._ending.callback(self._watchdog.stop)
            self._show_until_closed()
        if self._failure is not None:
            raise self._failure
        if self._backup_to_restore is not None:
            restart_with(self._backup_to_restore, sys.argv[1:])
        return 0

    def _watch_power(self) -> None:
        watch_power(lambda: power_error(throttled()), self._show_error, self._closed)

    def _feed_programs(self) -> None:
        """Offer each step to other programs, if the settings name a socket for that."""
        path = self._options.settings.events.socket
        if not path:
            return
        try:
            socket = FeedSocket(Path(path))
        except CompanionError as error:  # the table plays without it
            self._tell(f"{error.message} {error.hint_text}")
            return
        self._ending.callback(socket.close)
        language = translator(self._options.language)
        feed = StepFeed(language, lambda line, _sentences: socket.send(line))
        self._table.owner.subscribe(feed.take)

    def _serve_phones(self) -> None:
        if not self._options.settings.phones.on:
            return
        try:
            self._phones.turn_on()
        except CompanionError as error:  # the table starts without phones and shows why
            self._tell(f"{error.message} {error.hint_text}")
            self._show_error(error)

    def _sits(self, seat: int) -> "Seat":
        """Return who sits at a seat; without a window nobody has chosen colours."""
        from kivy_ui.common.player_group import usual_seat

        app = self._app
        return usual_seat(seat) if app is None else app.sits(seat)

    def _make_window(self) -> "TableApp | None":
        """Return the window; None if none can be drawn and the demonstration plays automatically.

        Raises:
            WindowError: no window can be created and the demonstration does not play.
        """
        try:
            return self._new_app()
        except (WindowError, SystemExit) as err:  # Kivy exits if it cannot create a window
            if not self._plays:
                self._explain_on_console()
                raise WindowError(reason="no window can be opened on this machine") from err
            self._tell("No window can be opened here, so there will be no screenshots.")
            return None

    def _explain_on_console(self) -> None:
        """Show the error on the service's text console until the next attempt is due."""
        if not self._watchdog.is_service or sys.stdin is None or not sys.stdin.isatty():
            return
        tr = translator(self._options.language)
        error = NO_DISPLAY()
        text = f"\n\n  {tr.message(error)}\n  {tr.hint(error)}\n"
        os.write(sys.stdin.fileno(), text.encode())
        self._listen_to_signals()
        self._watchdog.start(_after)
        self._closed.wait(_TRY_A_WINDOW_AGAIN_S)
        self._watchdog.stop()

    def _new_app(self) -> "TableApp":
        from kivy_ui.environment import Surface, prepare

        screen = self._options.settings.screen
        surface = Surface.OFFSCREEN if self._off_screen else None
        whole = {"on": True, "off": False}.get(screen.fullscreen)
        surface = prepare(
            size_px=(screen.width_px, screen.height_px),
            surface=surface,
            fullscreen=whole,
            rotation_deg=screen.rotation_deg,
        )
        touch = TouchPanels() if surface is Surface.CONSOLE else None
        if touch is not None:
            self._ending.callback(touch.stop)
            touch.start()
        from kivy_ui.app import TableApp, has_window
        from kivy_ui.settings import UiSettings

        if not has_window():
            raise WindowError(reason="no window can be opened on this machine")
        return TableApp(
            self._table.owner,
            UiSettings(
                language=self._options.language,
                player_names=self._options.settings.table.names,
                buttons=lambda: self._table.buttons.state,
                preferences=self._choices.preferences(
                    Preferences(brightness_percent=screen.brightness_percent)
                ),
                services=self._services(),
                touches=touch,
            ),
            on_first_frame=self._first_frame,
            on_quit=self._shown.set,
        )

    def _services(self) -> "Services":
        """Return the services used by the screens outside the game."""
        from kivy_ui.settings import Services

        where, buttons = self._options.places, self._table.buttons
        log_file = _log_file(self._options, simulated=self._simulated)
        exchange = FolderExchange(where.exchange, sticks)
        lines = LogTail()
        logging.getLogger().addHandler(lines)
        archive = FileArchive(log_file, where.score_entries, GAMES)
        backups = TableBackups(
            BackupSources(where.data, where.config, log_file),
            where.backups,
            exchange,
            restart=self._restart_with,
            on_failure=self._show_error,
        )
        if not self._simulated:
            self._table.owner.subscribe(backups.follow)
        return Services(
            archive=archive,
            analyst=GameAnalyst(archive, roll_rules),
            hints=GameHints(archive, roll_rules),
            boxes=FileBoxes(where.boxes_file, GAMES),
            exchange=exchange,
            backups=backups,
            power=SystemdPower(),
            brightness=Backlight(),
            reporter=ZipReporter(where, log_file, exchange, lines),
            devices=DeviceChecks(
                Installation(self._options.settings, where),
                buttons,
                self._table.owner.latest_scan,
                lambda: buttons.fault,
            ),
            calibration=self._table.calibration,
            switched_profile=self._table.profiles.take_switched,
            tiles=self._table.tiles,
            practice=self._table.practice,
            phones=self._phones,
            remember=self._choices.remember,
        )

    def _first_frame(self) -> None:
        if self._options.until_shown:
            self._tell(
                json.dumps({"shown_at_s": time.monotonic(), "memory_mb": _resident_memory_mb()})
            )
            self._close()
            return
        self._table.start_devices()
        self._shown.set()
        if self._app is not None:
            self._watchdog.start(self._app.schedule)
            if self._lacks_a_screen:
                self._wait_for_a_screen(self._app)
        if self._simulated and not self._off_screen and self._app is not None:
            text = N_("This is a demonstration: bundled images replace the camera.")
            self._app.shell.show_notice(translator(self._options.language)(text))
        self._show_notices()

    def _show_notices(self) -> None:
        """Show the errors found at start-up, and why the last game could not be resumed."""
        notices = self._options.notices
        damage = self._table.owner.latest().error
        if damage is not None:
            notices = offer_backup((damage, *notices), self._options.places.backups)
        if notices and self._app is not None:
            self._app.shell.tell(*notices)

    def _show_error(self, error: CompanionError) -> None:
        app = self._app
        if app is not None:
            app.schedule(lambda: app.shell.tell(error))

    def _restart_with(self, backup: Path) -> None:
        self._backup_to_restore = backup
        self._close()

    def _wait_for_a_screen(self, app: "TableApp") -> None:
        """Exit once a screen is connected: the restarted service opens its window on it."""
        from kivy_ui.environment import Surface, find_surface

        outside = {key: value for key, value in environment().items() if key != "SDL_VIDEODRIVER"}
        if find_surface(outside) is not Surface.OFFSCREEN:
            app.stop()
            return
        app.schedule(lambda: self._wait_for_a_screen(app), _LOOK_FOR_A_SCREEN_S)

    def _show_until_closed(self) -> None:
        if self._app is not None:
            self._app.run()
        else:
            gc.enable()
            self._table.start_devices()
            self._shown.set()
            self._closed.wait()

    def _listen_to_signals(self) -> None:
        """Shut down cleanly on SIGTERM (service), SIGINT and SIGHUP (terminal)."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda _number, _frame: self._close())

    def _close(self) -> None:
        self._closed.set()
        if self._app is not None:
            self._app.schedule(self._app.stop)

    def _stop_playing(self, player: threading.Thread) -> None:
        if self._screenshots is not None:
            self._screenshots.close()
        if self._demo_player is not None:
            self._demo_player.stop()
            player.join(_JOIN_S)

    # --- the demo player's thread -----------------------------------------------------------------

    def _play(self) -> None:
        try:
            self._shown.wait()  # start only when the first frame is visible
            if self._closed.is_set():
                return
            self._demo_player = self._make_demo_player()
            if self._demo_player.run():
                if self._screenshots is not None:
                    self._tell(f"Images and screenshots are in {self._options.out}.")
                self._narrator.explain_score()
            if self._off_screen:
                self._close()
        except CompanionError as err:
            self._failure = err
            self._close()
        except Exception as err:  # an error on this thread must set the exit status
            log.exception("the demonstration failed")
            self._failure = DEMONSTRATION_FAILED(what=f"{type(err).__name__}: {err}")
            self._close()

    def _make_demo_player(self) -> DemoPlayer:
        options = self._options
        usual_s = 0.0 if self._off_screen else _WATCHED_PACE_S
        between_s = usual_s if options.between_s is None else options.between_s
        before_deed: Callable[[TableUpdate], None] | None = None
        if self._off_screen and self._app is not None and options.out is not None:
            self._screenshots = Screenshots(self._app, options.out / "screens")
            before_deed = self._screenshots.take
        return DemoPlayer(
            self._table.owner,
            self._table.buttons.keyboard,
            load_script(),
            pace=Pace(between_s=between_s),
            before_deed=before_deed,
            say=self._tell,
        )


def _after(action: Callable[[], None], delay_s: float) -> None:
    timer = threading.Timer(delay_s, action)
    timer.daemon = True
    timer.start()


def _resident_memory_mb() -> float:
    """Return the current resident memory of the process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class WindowError(CompanionError, RuntimeError):
    """The window cannot be created."""

    code = "window"
    template = "The window cannot be opened: %(reason)s."
    hint = "Run companion doctor: it says which libraries are missing."


NO_DISPLAY: Final = WindowError.row(
    "window",
    "Nothing can be drawn on this display. The game is saved; the next attempt is in a minute.",
    "Check the display cable, switch off and on again, and run companion doctor --board.",
)
DEMONSTRATION_FAILED: Final = CompanionError.row(
    "demonstration_failed", "The demonstration stopped: %(what)s.", "Start it again."
)
