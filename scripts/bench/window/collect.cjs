// In every thread of the app: collects garbage every few seconds, so that what the process has is about what it holds.
'use strict';

const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const EVERY_MS = 5_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
setInterval(() => collect(), EVERY_MS).unref();
