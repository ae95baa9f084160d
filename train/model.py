"""The kinds of models that were tried. Each reads a batch of sentences with one marked term and returns three logits."""
import torch
from torch import nn
from torch.nn import functional as F

FAR = 24  # Distances from the term beyond this many words count the same.


class Words(nn.Module):
    """Pretrained word vectors, learned vectors for words without one, and the valence from the lexicons."""

    def __init__(self, vectors, valences, known, tune, unknown_rate):
        super().__init__()
        self.unknown_rate = unknown_rate
        self.table = nn.Embedding.from_pretrained(vectors, freeze=not tune)
        self.extra = nn.Embedding(len(vectors), vectors.shape[1], padding_idx=0)
        nn.init.zeros_(self.extra.weight)
        self.register_buffer('learned', (~known).float().unsqueeze(1))
        self.register_buffer('valences', valences.unsqueeze(1))
        self.size = vectors.shape[1] + 1

    def forward(self, ids):
        if self.training and self.unknown_rate:
            drop = (torch.rand(ids.shape, device=ids.device) < self.unknown_rate) & (ids > 0)
            ids = torch.where(drop, torch.ones_like(ids), ids)
        vectors = self.table(ids) + self.extra(ids) * F.embedding(ids, self.learned)
        return torch.cat([vectors, F.embedding(ids, self.valences)], -1)


def distances(batch):
    """The distance of each word from the term: 0 inside it, negative before it."""
    place = torch.arange(batch['ids'].shape[1], device=batch['ids'].device).unsqueeze(0)
    start, end = batch['from'].unsqueeze(1), batch['to'].unsqueeze(1)
    before = (place - start).clamp(max=0)
    after = (place - end + 1).clamp(min=0)
    return (before + after).clamp(-FAR, FAR)


class Head(nn.Module):
    """Multi-head attention from the term to the rest of the sentence, by meaning and by distance."""

    def __init__(self, size, looks, hidden, dropout):
        super().__init__()
        self.queries = nn.Linear(size, looks * size, bias=False)
        self.bias = nn.Embedding(2 * FAR + 1, looks)
        nn.init.zeros_(self.bias.weight)
        self.looks, self.size = looks, size
        self.hidden = nn.Linear(size * (looks + 1), hidden)
        self.out = nn.Linear(hidden, 3)
        self.dropout = nn.Dropout(dropout)

    def forward(self, states, batch):
        distance = distances(batch)
        there = (batch['ids'] > 0).float()
        inside = ((distance == 0).float() * there).unsqueeze(-1)
        term = (states * inside).sum(1) / inside.sum(1).clamp(min=1)
        queries = self.queries(term).view(-1, self.looks, self.size)
        scores = torch.einsum('bks,bls->bkl', queries, states) / self.size ** 0.5
        scores = scores + self.bias(distance + FAR).transpose(1, 2)
        weights = scores.masked_fill(there.unsqueeze(1) == 0, -1e4).softmax(-1)
        seen = torch.einsum('bkl,bls->bks', weights, states).flatten(1)
        return self.out(self.dropout(F.relu(self.hidden(self.dropout(torch.cat([term, seen], -1))))))


class AspectHead(nn.Module):
    """Whether and how the sentence mentions each aspect, from the maximum and mean of its states and from its cues."""

    def __init__(self, size, aspects, hidden, dropout):
        super().__init__()
        self.aspects = aspects
        self.hidden = nn.Linear(2 * size + 3 * aspects, hidden)
        self.out = nn.Linear(hidden, 3 * aspects)
        self.direct = nn.Linear(3 * aspects, 3 * aspects, bias=False)
        self.dropout = nn.Dropout(dropout)
        nn.init.constant_(self.out.bias, -3)
        nn.init.zeros_(self.direct.weight)

    def forward(self, states, batch):
        there = (batch['ids'] > 0).unsqueeze(-1)
        peak = states.masked_fill(~there, -1e4).max(1)[0]
        mean = (states * there).sum(1) / there.sum(1)
        cues = F.one_hot(batch['cues'].long(), 4)[..., 1:].amax(1).float().flatten(1)
        seen = torch.cat([self.dropout(peak), self.dropout(mean), cues], -1)
        found = self.out(self.dropout(F.relu(self.hidden(seen)))) + self.direct(cues)
        found = found.view(-1, self.aspects, 3)
        return torch.cat([torch.zeros_like(found[..., :1]), found], -1)


class Recurrent(nn.Module):
    """A bidirectional GRU. With `aware` it knows from the start where the term is, and must read again for each term."""

    def __init__(self, words, size=64, layers=1, looks=2, hidden=64, dropout=0.4, word_dropout=0.3, aware=False, kind='gru', aspects=0):
        super().__init__()
        self.words, self.aware = words, aware
        extra = 8 if aware else 0
        if aware:
            self.place = nn.Embedding(2 * FAR + 1, extra)
        cell = nn.GRU if kind == 'gru' else nn.LSTM
        self.rnn = cell(words.size + extra, size, layers, batch_first=True, bidirectional=True, dropout=dropout if layers > 1 else 0)
        self.word_dropout = nn.Dropout(word_dropout)
        self.dropout = nn.Dropout(dropout)
        self.head = Head(2 * size, looks, hidden, dropout)
        if aspects:
            self.aspect_head = AspectHead(2 * size, aspects, 128, 0.4)

    def find_aspects(self, batch):
        return self.aspect_head(self.read(batch), batch)

    def forward(self, batch):
        return self.head(self.dropout(self.read(batch)), batch)

    def read(self, batch):
        vectors = self.word_dropout(self.words(batch['ids']))
        if self.aware:
            vectors = torch.cat([vectors, self.place(distances(batch) + FAR)], -1)
        packed = nn.utils.rnn.pack_padded_sequence(vectors, batch['length'].cpu(), batch_first=True, enforce_sorted=False)
        states, _ = nn.utils.rnn.pad_packed_sequence(self.rnn(packed)[0], batch_first=True, total_length=batch['ids'].shape[1])
        return states


class Convolution(nn.Module):
    def __init__(self, words, size=96, layers=2, looks=2, hidden=64, dropout=0.4, word_dropout=0.3, aware=True):
        super().__init__()
        self.words, self.aware = words, aware
        extra = 8 if aware else 0
        self.place = nn.Embedding(2 * FAR + 1, 8)
        self.first = nn.Conv1d(words.size + extra, size, 5, padding=2)
        self.more = nn.ModuleList(nn.Conv1d(size, size, 3, padding=2 ** n, dilation=2 ** n) for n in range(1, layers))
        self.word_dropout = nn.Dropout(word_dropout)
        self.head = Head(size, looks, hidden, dropout)

    def forward(self, batch):
        vectors = self.word_dropout(self.words(batch['ids']))
        if self.aware:
            vectors = torch.cat([vectors, self.place(distances(batch) + FAR)], -1)
        states = F.relu(self.first(vectors.transpose(1, 2)))
        for layer in self.more:
            states = states + F.relu(layer(states))
        return self.head(states.transpose(1, 2), batch)


class Attention(nn.Module):
    def __init__(self, words, size=96, layers=2, looks=2, hidden=64, dropout=0.3, word_dropout=0.2, aware=True):
        super().__init__()
        self.words = words
        self.into = nn.Linear(words.size, size)
        self.place = nn.Embedding(2 * FAR + 1, size)
        layer = nn.TransformerEncoderLayer(size, 4, 2 * size, dropout, batch_first=True, norm_first=True)
        self.layers = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.word_dropout = nn.Dropout(word_dropout)
        self.head = Head(size, looks, hidden, dropout)

    def forward(self, batch):
        states = self.into(self.word_dropout(self.words(batch['ids']))) + self.place(distances(batch) + FAR)
        return self.head(self.layers(states, src_key_padding_mask=batch['ids'] == 0), batch)


class Grams(nn.Module):
    """The mean of learned vectors of 1- to 3-grams by position, with lexicon sums, and no other word order."""

    def __init__(self, words, size=48, buckets=200_000, dropout=0.4, **_):
        super().__init__()
        self.words, self.buckets = words, buckets
        self.grams = nn.Embedding(buckets, size)
        nn.init.normal_(self.grams.weight, std=0.02)
        self.dropout = nn.Dropout(dropout)
        self.out = nn.Sequential(nn.Linear(3 * (size + words.size), 64), nn.ReLU(), nn.Dropout(dropout), nn.Linear(64, 3))

    def forward(self, batch):
        ids = batch['ids']
        distance = distances(batch)
        there = (ids > 0).float()
        pad = F.pad(ids, (0, 2))
        two = (ids * 1_000_003 + pad[:, 1:-1]) % (self.buckets - 1) + 1
        three = (ids * 7_368_787 + pad[:, 1:-1] * 1_299_709 + pad[:, 2:]) % (self.buckets - 1) + 1
        vectors = self.grams(ids % self.buckets) + self.grams(two) + self.grams(three)
        vectors = torch.cat([vectors, self.words(ids)], -1)
        zones = [there, there * (distance.abs() <= 5), there / (1 + distance.abs())]
        means = [(vectors * zone.unsqueeze(-1)).sum(1) / zone.sum(1, keepdim=True).clamp(min=1) for zone in zones]
        return self.out(self.dropout(torch.cat(means, -1)))


KINDS = {'recurrent': Recurrent, 'convolution': Convolution, 'attention': Attention, 'grams': Grams}
