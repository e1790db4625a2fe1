# OpenStack Swift with its s3api in one process: an S3 store of another make, for tests. It prints the port it answers at, and ends with
# its standard input. Usage: swift-store.py FOLDER, whose file system has to know extended attributes.
import os
import sys
from array import array

import eventlet

eventlet.monkey_patch()
from eventlet import listen, tpool, wsgi
from swift.common import storage_policy, utils
from swift.common.ring import RingData

folder = sys.argv[1]
devices = os.path.join(folder, 'devices')
os.makedirs(os.path.join(devices, 'd1', 'tmp'), exist_ok=True)

# What Swift otherwise reads from files of the machine.
utils.HASH_PATH_SUFFIX = b'tests'
utils.validate_hash_conf = lambda: None
utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')
with open(utils.SWIFT_CONF_FILE, 'w') as conf:
    conf.write('[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = one\ndefault = yes\n')
storage_policy.reload_storage_policies()

# One copy of everything, on one device.
sockets = {name: listen(('127.0.0.1', 0)) for name in ('account', 'container', 'object', 'proxy')}
for name in ('account', 'container', 'object'):
    port = sockets[name].getsockname()[1]
    device = {'id': 0, 'zone': 0, 'region': 1, 'device': 'd1', 'weight': 1, 'ip': '127.0.0.1', 'port': port}
    device.update(replication_ip=device['ip'], replication_port=port)
    RingData([array('H', [0] * 4)], [device], 30).save(os.path.join(folder, name + '.ring.gz'))

from swift.account.server import AccountController
from swift.common.wsgi import SwiftHttpProtocol, loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

options = {
    'devices': devices,
    'swift_dir': folder,
    'mount_check': 'false',
    'fallocate_reserve': '0',
    'disable_fallocate': 'true',
    'log_level': 'ERROR',
}

with open(os.path.join(folder, 'proxy.conf'), 'w') as conf:
    conf.write('''[DEFAULT]
swift_dir = %s
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
''' % folder)
proxy = loadapp(os.path.join(folder, 'proxy.conf'), global_conf={})


class Cache:
    """Swift wants a memcached; one process has its own memory."""

    def __init__(self):
        self.known = {}

    def get(self, key, raise_on_error=False):
        return self.known.get(key)

    def set(self, key, value, serialize=True, time=0, min_compress_len=0, raise_on_error=False):
        self.known[key] = value

    def incr(self, key, delta=1, time=0):
        self.known[key] = self.known.get(key, 0) + delta
        return self.known[key]

    def delete(self, key, server_key=None):
        self.known.pop(key, None)


cache = Cache()


def with_cache(env, start_response):
    env['swift.cache'] = cache
    return proxy(env, start_response)


apps = {
    'account': AccountController(options),
    'container': ContainerController(options),
    'object': ObjectController(options),
    'proxy': with_cache,
}
quiet = open(os.devnull, 'w')
for name, app in apps.items():
    pool = eventlet.GreenPool(256)
    eventlet.spawn(wsgi.server, sockets[name], app, log=quiet, log_output=False, protocol=SwiftHttpProtocol, custom_pool=pool)
print(sockets['proxy'].getsockname()[1], flush=True)
tpool.execute(sys.stdin.buffer.read)
