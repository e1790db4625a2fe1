// What the stand-in was asked for, put together for a test.
import type { RunningApp } from './shells.ts';

/** Everything that the app set; of what was set twice, the last. */
export function settingsOf(app: Pick<RunningApp, 'reports'>): Record<string, unknown> {
  const parts = app.reports.flatMap((report) => (report.t === 'settings' ? [report.settings] : []));
  return Object.assign({}, ...parts) as Record<string, unknown>;
}

/** What was told about each event of this name. */
export function eventsOf(app: Pick<RunningApp, 'reports'>, name: string): unknown[] {
  return app.reports.flatMap((report) => (report.t === 'event' && report.name === name ? [report.details] : []));
}
