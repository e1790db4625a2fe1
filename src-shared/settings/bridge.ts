// What a person can set. One schema: the store's defaults, the window's form and the calls go by it.
import { z } from 'zod';
import { call, valueTopic } from '../bridge/define.ts';
import { timelineWindow } from '../namespaces/timeline.ts';
import { typedCommand } from '../typed-fields.ts';

/** An order of namespaces: as their owner set it, what crashed and then the last deployed or most played, or by name. */
export const boardSort = z.enum(['set', 'deployed', 'players', 'name']);
export type BoardSort = z.infer<typeof boardSort>;

/** All settings, with their defaults. */
export const settings = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** The language of the window. Absent means the one of the system, as far as there is a catalogue for it. */
  language: z.enum(['system', 'en', 'de']).optional(),
  /** The first port that the local service tries. The next 19 follow when it is taken. */
  service_port: z.int().min(1024).max(65_515).default(7420),
  /** Where the local service keeps its data; absent means the place the system gives us. */
  data_folder: z.string().optional(),
  /** Whether servers are hosted on when the app has ended. */
  keep_hosting: z.boolean().default(false),
  /** A file (PEM) of authorities that are trusted beside the usual ones, as companies have. Empty means none. */
  ca_file: z.string().max(4096).optional(),
  /** How much of the past the timelines of namespaces show; absent until somebody chose. */
  tape_window: timelineWindow.optional(),
  /** How the namespaces of a long board are sorted; absent until somebody chose. */
  board_sort: boardSort.optional(),
  /** How many bytes a second all transfers together may send. 0 means as many as the line takes. */
  upload_limit: z.int().min(0).optional(),
  /** How many bytes a second they may send while people play on servers of this machine. 0 or absent: no fewer than else. */
  slow_while_playing: z.int().min(0).optional(),
  /** How many parts of an upload go side by side at most. Absent means as many as the line takes, up to eight. */
  upload_lanes: z.int().min(1).max(8).optional(),
  /** Of the desktop app: whether a person was asked what becomes of servers when the window closes. */
  asked_about_hosting: z.boolean().optional(),
  /** Of the desktop app: whether it starts with the session, without its window. Absent means no. */
  start_at_login: z.boolean().optional(),
  /** Of the desktop app: whether the system shows what happened while nobody looked. Absent means yes. */
  notifications: z.boolean().optional(),
  /** Of the desktop app: whether it asks daily for a newer version of itself. Absent means no: then nobody is contacted. */
  check_for_updates: z.boolean().optional(),
});
export type Settings = z.infer<typeof settings>;

/** The settings that the window may change by a call; the data folder goes through a picker instead. */
export const settingsChange = z.object({
  theme: settings.shape.theme.unwrap().optional(),
  language: settings.shape.language,
  service_port: settings.shape.service_port.unwrap().optional(),
  keep_hosting: settings.shape.keep_hosting.unwrap().optional(),
  ca_file: typedCommand.optional(),
  slow_while_playing: settings.shape.slow_while_playing,
  upload_lanes: settings.shape.upload_lanes,
  start_at_login: settings.shape.start_at_login,
  notifications: settings.shape.notifications,
  check_for_updates: settings.shape.check_for_updates,
  tape_window: settings.shape.tape_window,
  board_sort: settings.shape.board_sort,
});
export type SettingsChange = z.infer<typeof settingsChange>;

/** Calls about settings. A new port takes effect at once: the local service restarts on it. */
export const settingsCalls = {
  'settings.set': call(settingsChange, settings),
};

/** Topics about settings. */
export const settingsTopics = {
  settings: valueTopic(z.object({}), settings),
};
