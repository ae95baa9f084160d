"""The reader: an encoder over pieces of words, a head for the sentiment toward a term, and one for the aspects that a side of a
sentence praises or criticizes. Teachers and students differ in size only; a student can also learn as if it were made of bytes."""
import torch
from torch import nn
from torch.nn import functional as F

PAD, UNK, CLS, SEP, MASK = range(5)
FAR = 24  # Distances from the term beyond this many pieces count the same.
LOOKS = 4
LONGEST = 192


class Linear(nn.Linear):
    """With `bytes`, it computes with weights of 8 bits and inputs of 7, as the engine does."""
    bytes = False

    def forward(self, x):
        if not self.bytes:
            return super().forward(x)
        return F.linear(as_activations(x.float()).to(x.dtype), as_bytes(self.weight).to(x.dtype), self.bias.to(x.dtype))


def as_bytes(weight):
    scale = weight.abs().amax(-1, keepdim=True).clamp(min=1e-8) / 127
    return weight + ((weight / scale).round() * scale - weight).detach()


def as_activations(x):
    low, high = x.amin(-1, keepdim=True).clamp(max=0), x.amax(-1, keepdim=True).clamp(min=0)
    scale = (high - low).clamp(min=1e-8) / 127
    return x + (((x - low) / scale).round() * scale + low - x).detach()


class Layer(nn.Module):
    def __init__(self, width, inner, head, dropout):
        super().__init__()
        self.heads, self.dropout = width // head, dropout
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = Linear(width, 3 * width), Linear(width, width)
        self.up, self.down = Linear(width, inner), Linear(inner, width)
        nn.init.normal_(self.out.weight, std=0.01)
        nn.init.normal_(self.down.weight, std=0.01)

    def forward(self, x, mask, cos, sin):
        batch, length, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(turn(q, cos, sin).to(v.dtype), turn(k, cos, sin).to(v.dtype), v, attn_mask=mask)
        drop = self.dropout if self.training else 0.0
        x = x + F.dropout(self.out(seen.transpose(1, 2).reshape(batch, length, width)), drop)
        return x + F.dropout(self.down(F.relu(self.up(self.norm2(x)))), drop)


def turn(x, cos, sin):
    half = x.shape[-1] // 2
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)


class Encoder(nn.Module):
    def __init__(self, pieces, layers, width, inner, head=32, dropout=0.0):
        super().__init__()
        self.shape = dict(pieces=pieces, layers=layers, width=width, inner=inner, head=head)
        self.table = nn.Embedding(pieces, width)
        nn.init.normal_(self.table.weight, std=0.02)
        self.layers = nn.ModuleList(Layer(width, inner, head, dropout) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.gain = 0.5 * width ** 0.5
        angles = torch.outer(torch.arange(256).float(), 10000 ** (-torch.arange(0, head // 2).float() / (head // 2)))
        self.register_buffer('cos', angles.cos(), persistent=False)
        self.register_buffer('sin', angles.sin(), persistent=False)
        self.bytes = False

    def forward(self, ids, extra=None):
        x = F.embedding(ids, as_bytes(self.table.weight) if self.bytes else self.table.weight) * self.gain
        if extra is not None:
            x = x + extra
        mask = (ids != PAD)[:, None, None, :]
        length = ids.shape[1]
        for layer in self.layers:
            x = layer(x, mask, self.cos[:length], self.sin[:length])
        return self.norm(x)


class Pretrainer(nn.Module):
    """Guesses masked pieces, and the stars of the review."""

    def __init__(self, encoder):
        super().__init__()
        width = encoder.shape['width']
        self.encoder = encoder
        self.between, self.norm = nn.Linear(width, width), nn.LayerNorm(width)
        self.bias = nn.Parameter(torch.zeros(encoder.shape['pieces']))
        self.stars = nn.Linear(width, 5)

    def forward(self, ids, where, target, stars):
        states = self.encoder(ids)
        masked = self.norm(F.gelu(self.between(states.flatten(0, 1)[where])))
        guesses = F.linear(masked, self.encoder.table.weight.to(masked.dtype)) + self.bias
        return F.cross_entropy(guesses.float(), target), F.cross_entropy(self.stars(states[:, 0]).float(), stars, ignore_index=-1)


class TermHead(nn.Module):
    """Attention from the term to the rest of the text, by meaning and by distance."""

    def __init__(self, width, hidden, dropout):
        super().__init__()
        self.width = width
        self.queries = nn.Linear(width, LOOKS * width, bias=False)
        self.distance = nn.Embedding(2 * FAR + 1, LOOKS)
        nn.init.zeros_(self.distance.weight)
        self.hidden, self.out = nn.Linear(width * (LOOKS + 1), hidden), nn.Linear(hidden, 3)
        self.dropout = nn.Dropout(dropout)

    def forward(self, states, there, first, end):
        place = torch.arange(states.shape[1], device=states.device)[None]
        first, end = first[:, None], end[:, None]
        distance = ((place - first).clamp(max=0) + (place - end + 1).clamp(min=0)).clamp(-FAR, FAR)
        inside = ((place >= first) & (place < end)).unsqueeze(-1).to(states.dtype)
        term = (states * inside).sum(1) / inside.sum(1).clamp(min=1)
        queries = self.queries(term).view(-1, LOOKS, self.width)
        scores = torch.einsum('bks,bls->bkl', queries, states) / self.width ** 0.5 + self.distance(distance + FAR).transpose(1, 2)
        weights = scores.float().masked_fill(~there.unsqueeze(1), -1e4).softmax(-1).to(states.dtype)
        seen = torch.einsum('bkl,bls->bks', weights, states).flatten(1)
        return self.out(self.dropout(F.relu(self.hidden(self.dropout(torch.cat([term, seen], -1)))))).float()


class AspectHead(nn.Module):
    """For each side: whether and how it mentions each aspect, and whether it criticizes or praises anything."""

    def __init__(self, width, aspects, trades, hidden, dropout):
        super().__init__()
        self.aspects = aspects
        self.hidden = nn.Linear(2 * width + 3 * aspects, hidden)
        self.trade = nn.Embedding(trades, hidden)
        self.out = nn.Linear(hidden, 3 * aspects + 2)
        self.direct = nn.Linear(3 * aspects, 3 * aspects, bias=False)
        self.looks = nn.Parameter(torch.randn(aspects, width) / width ** 0.5)
        self.seen = nn.Parameter(torch.zeros(aspects, 3, width))
        self.dropout = nn.Dropout(dropout)
        nn.init.constant_(self.out.bias, -3)
        nn.init.zeros_(self.trade.weight)
        nn.init.zeros_(self.direct.weight)

    def forward(self, states, of, first, end, cues, trade):
        place = torch.arange(states.shape[1], device=states.device)[None]
        inside = ((place >= first[:, None]) & (place < end[:, None])).unsqueeze(-1)
        own = states[of]
        peak = own.masked_fill(~inside, -1e4).amax(1)
        mean = (own * inside).sum(1) / inside.sum(1).clamp(min=1)
        hidden = self.hidden(torch.cat([self.dropout(peak), self.dropout(mean), cues.to(peak.dtype)], -1)) + self.trade(trade[of])
        out = self.out(self.dropout(F.relu(hidden)))
        found = (out[:, :-2] + self.direct(cues.to(out.dtype))).view(-1, self.aspects, 3)
        scores = torch.einsum('as,nls->nal', self.looks.to(own.dtype), own).float().masked_fill(~inside.transpose(1, 2), -1e4)
        pooled = torch.einsum('nal,nls->nas', scores.softmax(-1).to(own.dtype), own)
        found = found + torch.einsum('nas,aks->nak', self.dropout(pooled), self.seen.to(own.dtype))
        return torch.cat([torch.zeros_like(found[..., :1]), found], -1).float(), out[:, -2:].float()


class Reader(nn.Module):
    def __init__(self, encoder, aspects, trades, hidden=192, dropout=0.2, mark=False):
        super().__init__()
        width = encoder.shape['width']
        self.encoder = encoder
        # A teacher reads a sentence again for each term and knows from the start where it is.
        self.mark = nn.Parameter(torch.randn(width) * 0.3) if mark else None
        self.term_head = TermHead(width, 96, dropout)
        self.aspect_head = AspectHead(width, aspects, trades, hidden, dropout)

    def terms(self, ids, first, end):
        extra = None
        if self.mark is not None:
            place = torch.arange(ids.shape[1], device=ids.device)[None]
            extra = ((place >= first[:, None]) & (place < end[:, None])).unsqueeze(-1) * self.mark
        there = (ids != PAD) & (ids != CLS) & (ids != SEP)
        return self.term_head(self.encoder(ids, extra), there, first, end)

    def sides(self, batch):
        return self.aspect_head(self.encoder(batch['ids']), batch['of'], batch['first'], batch['end'], batch['cues'], batch['trade'])

    def use_bytes(self):
        self.encoder.bytes = True
        for module in self.encoder.modules():
            if isinstance(module, Linear):
                module.bytes = True
