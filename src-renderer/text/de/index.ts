// German, put together from a file per feature. It is loaded when it is wanted.
import type { Catalogue } from '../catalogue.ts';
import { app } from './app.ts';
import { desktop } from './desktop.ts';
import { elsewhere } from './elsewhere.ts';
import { everywhere } from './everywhere.ts';
import { settings } from './settings.ts';

/** All parts, by the name of their file. */
export const parts: Readonly<Record<string, Catalogue>> = { app, desktop, elsewhere, everywhere, settings };

/** All sentences. */
export const german: Catalogue = Object.assign({}, ...Object.values(parts));
