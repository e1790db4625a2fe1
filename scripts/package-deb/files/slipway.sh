#!/bin/sh
exec /usr/lib/slipway/node --max-semi-space-size=4 /usr/lib/slipway/bin/slipway.js "$@"
