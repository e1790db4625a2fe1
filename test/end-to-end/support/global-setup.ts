// Before the first end-to-end test and after the last: a folder for what is temporary, with all of it removed.
import { makeRunFolder } from '../../support/run-folder.ts';

// oxlint-disable-next-line import/no-default-export -- Playwright takes nothing else
export default makeRunFolder;
