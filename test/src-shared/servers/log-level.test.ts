// How bad a line is, for the ways in which engines and loggers write.
import { expect, it } from 'vitest';
import { droppedNote } from '../../../src-shared/servers/log.ts';
import { levelOf } from '../../../src-shared/servers/log-level.ts';

it.each([
  // Unity
  ['NullReferenceException: Object reference not set to an instance of an object', 'error'],
  ['UnityEngine.Debug:LogError (object)', 'error'],
  ['UnityEngine.Debug:LogWarning (object)', 'warn'],
  ['UnityEngine.Debug:Log (object)', undefined],
  ['  at Server.Start () [0x00001] in <abc>:0 ', undefined],
  ['Loaded scene Main', undefined],
  // The loader of Linux
  ['./bzfs: error while loading shared libraries: libcares.so.2: cannot open shared object file', 'error'],
  // Unreal
  ['LogNet: Error: UEngine::BroadcastNetworkFailure', 'error'],
  ['[2024.01.02-03.04.05:678][  0]LogNet: Warning: Too slow', 'warn'],
  ['[2024.01.02-03.04.05:678][123]LogWorld: Display: Bringing up level', 'info'],
  ['LogInit: Build: ++UE5', 'info'],
  ['LogTemp: VeryVerbose: tick', 'debug'],
  ['LogTemp: 0 errors: none', 'info'],
  ['Fatal error: [File:Unknown] [Line: 1]', 'error'],
  // Godot
  ['ERROR: Condition "!is_inside_tree()" is true.', 'error'],
  ['   at: get_path (scene/main/node.cpp:1)', undefined],
  ['WARNING: ObjectDB instances leaked at exit', 'warn'],
  ['SCRIPT ERROR: Invalid call.', 'error'],
  ['USER WARNING: mine', 'warn'],
  // Rust
  ['2024-05-01T12:00:00.123456Z  WARN bevy_ecs::world: slow', 'warn'],
  ['2024-05-01T12:00:00Z ERROR game: lost', 'error'],
  ['[2024-05-01T12:00:00Z INFO  game] ready', 'info'],
  ['[2024-05-01T12:00:00Z DEBUG game::net] tick', 'debug'],
  ["thread 'main' panicked at src/main.rs:1:1:", 'error'],
  // log4j, logback, Minecraft, Java
  ['2024-05-01 12:00:00,123 [main] ERROR com.game.Server - lost', 'error'],
  ['12:00:00.123 [main] INFO  c.g.Server - ready', 'info'],
  ['[12:00:00] [Server thread/WARN]: Cannot keep up!', 'warn'],
  ['[12:00:00 INFO]: Done (3.1s)!', 'info'],
  ['SEVERE: Could not start', 'error'],
  ['Exception in thread "main" java.lang.IllegalStateException: x', 'error'],
  ['java.io.IOException: gone', 'error'],
  ['\tat com.game.Server.main(Server.java:1)', undefined],
  // JSON lines
  ['{"level":30,"time":1,"msg":"ready"}', 'info'],
  ['{"level":50,"time":1,"msg":"lost"}', 'error'],
  ['{"ts":1,"level":"warn","msg":"slow"}', 'warn'],
  ['{"timestamp":"x","severity":"ERROR","message":"m"}', 'error'],
  ['{"@t":"x","@l":"Warning","@m":"m"}', 'warn'],
  ['{"a":1,"level":"constructor"}', undefined],
  // .NET
  ['fail: Game.Server[0]', 'error'],
  ['crit: Game.Server[0]', 'error'],
  ['warn: Microsoft.AspNetCore[1]', 'warn'],
  ['info: Game.Server[0]', 'info'],
  ['dbug: Game.Server[0]', 'debug'],
  ['trce: Game.Server[0]', 'debug'],
  ['[12:00:00 WRN] slow', 'warn'],
  ['[12:00:00 ERR] lost', 'error'],
  ['Unhandled exception. System.Exception: x', 'error'],
  // The rest
  ['E0102 12:00:00.000000 1 main.go:1] lost', 'error'],
  ['time="x" level=warning msg="slow"', 'warn'],
  ['panic: runtime error: index out of range', 'error'],
  ['Traceback (most recent call last):', 'error'],
  ['TypeError: x is not a function', 'error'],
  ['npm ERR! code 1', 'error'],
  ['error: no such file', 'error'],
  ['warning: unused variable', 'warn'],
  ['[error] lost', 'error'],
  ['DEBUG - tick', 'debug'],
  // No level, however it looks
  ['', undefined],
  ['0 errors, 3 warnings', undefined],
  ['ErrorHandler loaded', undefined],
  ['no error so far', undefined],
  ['Player "warning" joined', undefined],
  ['information about the map', undefined],
])('%s is %s', (line, level) => {
  expect(levelOf(line)).toBe(level);
});

it.each([
  '['.repeat(100_000),
  '[ 1'.repeat(50_000),
  `{${'"level"'.repeat(20_000)}`,
  'a.'.repeat(50_000),
  'A'.repeat(100_000),
  `thread '${"' ".repeat(50_000)}`,
])('answers also for a line made to be slow', (line) => {
  expect(levelOf(line)).toBeUndefined();
});

it('says how many older lines are gone', () => {
  expect(droppedNote(0)).toBeUndefined();
  expect(droppedNote(1)).toBe('1 older line was dropped');
  expect(droppedNote(12_345)).toBe('12,345 older lines were dropped');
});
