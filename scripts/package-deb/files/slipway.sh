#!/bin/sh
exec /usr/lib/slipway/node --max-semi-space-size=2 /usr/lib/slipway/bin/slipway.js "$@"
