"""The models. An encoder reads a whole review; one head judges what it says about a marked term, the other which aspects a
sentence of it mentions, and how."""
import torch
from torch import nn
from torch.nn import functional as F

FAR = 24  # Distances from the term beyond this many words count the same.
STARS = 6  # 1 to 5, and 0 for unknown.


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
    """Multi-head attention from the term to the rest of the text, by meaning and by distance."""

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
    """Whether and how a sentence mentions each aspect, from the maximum and mean of its states, its cues, the trade and the stars.
    The stars are log-odds of their own: they shift negative, neutral and positive by the same amounts for every aspect. With
    `attend`, each aspect also looks for its own words; too slow to ship, but a better teacher."""

    def __init__(self, size, aspects, trades, hidden, dropout, attend=False):
        super().__init__()
        self.aspects, self.attend = aspects, attend
        if attend:
            self.looks = nn.Parameter(torch.randn(aspects, size) / size ** 0.5)
            self.seen = nn.Parameter(torch.zeros(aspects, 3, size))
        self.hidden = nn.Linear(2 * size + 3 * aspects, hidden)
        self.trade = nn.Embedding(trades, hidden)
        self.stars = nn.Embedding(STARS, 3, padding_idx=0)
        self.out = nn.Linear(hidden, 3 * aspects)
        self.direct = nn.Linear(3 * aspects, 3 * aspects, bias=False)
        self.dropout = nn.Dropout(dropout)
        nn.init.constant_(self.out.bias, -3)
        for layer in (self.direct, self.trade, self.stars):
            nn.init.zeros_(layer.weight)

    def forward(self, states, batch):
        of = batch['unit_of']
        place = torch.arange(states.shape[1], device=states.device).unsqueeze(0)
        inside = ((place >= batch['unit_first'].unsqueeze(1)) & (place < batch['unit_end'].unsqueeze(1))).unsqueeze(-1)
        own = states[of]
        peak = own.masked_fill(~inside, -1e4).max(1)[0]
        mean = (own * inside).sum(1) / inside.sum(1)
        cues = batch['unit_cues']
        seen = torch.cat([self.dropout(peak), self.dropout(mean), cues], -1)
        hidden = self.hidden(seen) + self.trade(batch['trade'][of])
        found = self.out(self.dropout(F.relu(hidden))) + self.direct(cues)
        found = found.view(-1, self.aspects, 3)
        if self.attend:
            scores = torch.einsum('as,nls->nal', self.looks, own).masked_fill(~inside.transpose(1, 2), -1e4)
            looked = torch.einsum('nal,nls->nas', scores.softmax(-1), own)
            found = found + torch.einsum('nas,aks->nak', self.dropout(looked), self.seen)
        found = found + self.stars(batch['stars'][of]).unsqueeze(1)
        return torch.cat([torch.zeros_like(found[..., :1]), found], -1)


class Recurrent(nn.Module):
    """A bidirectional GRU. With `aware` the term head has an encoder of its own that knows from the start where the term is."""

    def __init__(self, words, aspects, trades, size=64, layers=1, looks=4, hidden=64, aspect_hidden=128, dropout=0.4, word_dropout=0.3, aware=False, attend=False):
        super().__init__()
        self.words, self.aware = words, aware
        options = {'batch_first': True, 'bidirectional': True, 'dropout': dropout if layers > 1 else 0}
        self.rnn = nn.GRU(words.size, size, layers, **options)
        if aware:
            self.place = nn.Embedding(2 * FAR + 1, 8)
            self.aware_rnn = nn.GRU(words.size + 8, size, layers, **options)
        self.word_dropout = nn.Dropout(word_dropout)
        self.dropout = nn.Dropout(dropout)
        self.head = Head(2 * size, looks, hidden, dropout)
        self.aspect_head = AspectHead(2 * size, aspects, trades, aspect_hidden, dropout, attend)

    def find_aspects(self, batch):
        return self.aspect_head(self.read(self.rnn, self.words(batch['ids']), batch), batch)

    def forward(self, batch):
        vectors, rnn = self.words(batch['ids']), self.rnn
        if self.aware:
            vectors, rnn = torch.cat([vectors, self.place(distances(batch) + FAR)], -1), self.aware_rnn
        return self.head(self.dropout(self.read(rnn, vectors, batch)), batch)

    def read(self, rnn, vectors, batch):
        packed = nn.utils.rnn.pack_padded_sequence(self.word_dropout(vectors), batch['length'].cpu(), batch_first=True, enforce_sorted=False)
        states, _ = nn.utils.rnn.pad_packed_sequence(rnn(packed)[0], batch_first=True, total_length=vectors.shape[1])
        return states


class Attention(nn.Module):
    def __init__(self, words, aspects, trades, size=128, layers=3, looks=4, hidden=64, aspect_hidden=256, dropout=0.3, word_dropout=0.2):
        super().__init__()
        self.words = words
        self.into = nn.Linear(words.size, size)
        self.place = nn.Embedding(2 * FAR + 1, size)
        self.order = nn.Embedding(512, size)
        layer = nn.TransformerEncoderLayer(size, 4, 2 * size, dropout, batch_first=True, norm_first=True)
        self.layers = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.word_dropout = nn.Dropout(word_dropout)
        self.head = Head(size, looks, hidden, dropout)
        self.aspect_head = AspectHead(size, aspects, trades, aspect_hidden, dropout)

    def read(self, batch, marks):
        states = self.into(self.word_dropout(self.words(batch['ids'])))
        states = states + self.order.weight[:states.shape[1]] + marks
        return self.layers(states, src_key_padding_mask=batch['ids'] == 0)

    def find_aspects(self, batch):
        return self.aspect_head(self.read(batch, 0), batch)

    def forward(self, batch):
        return self.head(self.read(batch, self.place(distances(batch) + FAR)), batch)


KINDS = {'recurrent': Recurrent, 'attention': Attention}
