"""Computes test/service/witness/vectors.json without any of our code: a log, its proofs, and cosignatures of both kinds.

Needs Python 3 with `cryptography` 48 or later. ML-DSA signatures are randomized, so every run gives other bytes.
"""
import base64, hashlib, json, struct
from cryptography.hazmat.primitives.asymmetric import ed25519, mldsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

def sha256(data): return hashlib.sha256(data).digest()
def b64(data): return base64.b64encode(data).decode()

def root(leaves):
    if len(leaves) < 2: return leaves[0] if leaves else sha256(b'')
    cut = 1
    while cut * 2 < len(leaves): cut *= 2
    return sha256(b'\1' + root(leaves[:cut]) + root(leaves[cut:]))

# RFC 6962, 2.1.2, as written there.
def consistency(old, leaves): return [] if old in (0, len(leaves)) else subproof(old, leaves, True)
def subproof(old, leaves, whole):
    if old == len(leaves): return [] if whole else [root(leaves)]
    cut = 1
    while cut * 2 < len(leaves): cut *= 2
    if old <= cut: return subproof(old, leaves[:cut], whole) + [root(leaves[cut:])]
    return subproof(old - cut, leaves[cut:], False) + [root(leaves[:cut])]

def raw(key): return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
def key_id(name, kind, public): return sha256(name.encode() + b'\n' + bytes([kind]) + public)[:4]
def vkey(name, kind, public): return f'{name}+{key_id(name, kind, public).hex()}+{b64(bytes([kind]) + public)}'
def line(name, kind, public, signature): return f'\u2014 {name} {b64(key_id(name, kind, public) + signature)}\n'

ORIGIN = 'log.example.com/log'
WITNESS = 'witness.example.com/w1'
TIME = 1795000000
log = ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
small = ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32, 64)))
large = mldsa.MLDSA44PrivateKey.from_seed_bytes(bytes(range(64, 96)))
other = ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(96, 128)))

def leaves_of(count, fork_at=None):
    texts = [f'entry {index}' + (' forked' if fork_at is not None and index >= fork_at else '') for index in range(count)]
    return [sha256(b'\0' + text.encode()) for text in texts]

def body(leaves): return f'{ORIGIN}\n{len(leaves)}\n{b64(root(leaves))}\n'
def note(leaves): return body(leaves) + '\n' + line(ORIGIN, 1, raw(log), log.sign(body(leaves).encode()))

def cosign_small(leaves):
    message = f'cosignature/v1\ntime {TIME}\n{body(leaves)}'.encode()
    return line(WITNESS, 4, raw(small), struct.pack('>Q', TIME) + small.sign(message))

def cosign_large(leaves):
    name, origin = WITNESS.encode(), ORIGIN.encode()
    message = (b'subtree/v1\n\0' + bytes([len(name)]) + name + struct.pack('>Q', TIME) + bytes([len(origin)]) + origin
               + struct.pack('>QQ', 0, len(leaves)) + root(leaves))
    return line(WITNESS, 6, raw(large), struct.pack('>Q', TIME) + large.sign(message))

def request(old, leaves, proof=None):
    lines = [b64(one) for one in (consistency(old, leaves) if proof is None else proof)]
    return f'old {old}\n' + ''.join(one + '\n' for one in lines) + '\n' + note(leaves)

def step(comment, status, text, size=None): return {'comment': comment, 'status': status, 'request': text, 'size': size}

grown, forked = leaves_of(300), leaves_of(300, fork_at=5)
stranger = note(leaves_of(9)).replace('log.example.com/log', 'other.example.com/log')
unsigned = body(leaves_of(9)) + '\n' + line(ORIGIN, 1, raw(other), other.sign(body(leaves_of(9)).encode()))
bad_key_id = body(leaves_of(9)) + '\n' + line(ORIGIN, 1, raw(log), other.sign(body(leaves_of(9)).encode()))
steps = [
    step('the first checkpoint needs no proof', 200, request(0, leaves_of(3))),
    step('a proof from nothing', 422, request(0, leaves_of(3), [sha256(b'')]).replace('old 0', 'old 3')),
    step('the same again', 200, request(3, leaves_of(3))),
    step('an old size that is not known', 409, request(0, leaves_of(4)), 3),
    step('one more entry', 200, request(3, leaves_of(4))),
    step('from a power of two', 200, request(4, leaves_of(7))),
    step('a proof that lacks a hash', 422, request(7, leaves_of(9), consistency(7, leaves_of(9))[1:])),
    step('an old size beyond the checkpoint', 400, request(7, leaves_of(7)).replace('old 7', 'old 8')),
    step('another history of the same size', 422, request(7, leaves_of(7, fork_at=5))),
    step('a longer history that does not extend it', 422, request(7, forked)),
    step('a log that nobody named', 404, 'old 7\n\n' + stranger),
    step('a signature of an unknown key', 403, 'old 7\n\n' + unsigned),
    step('a wrong signature of the known key', 403, 'old 7\n\n' + bad_key_id),
    step('many entries at once', 200, request(7, grown)),
    step('an earlier checkpoint', 409, request(7, leaves_of(9)), 300),
]
vectors = {
    'log': {'origin': ORIGIN, 'key': vkey(ORIGIN, 1, raw(log))},
    'time': TIME,
    'ed25519': {'key': vkey(WITNESS, 4, raw(small)), 'seed': bytes(range(32, 64)).hex(), 'note': note(grown) + cosign_small(grown)},
    'ml_dsa_44': {'key': vkey(WITNESS, 6, raw(large)), 'seed': bytes(range(64, 96)).hex(), 'note': note(grown) + cosign_large(grown)},
    'steps': steps,
    'fork_of_four': request(4, leaves_of(7, fork_at=5)),
}
print(json.dumps(vectors, indent=1, ensure_ascii=False))
