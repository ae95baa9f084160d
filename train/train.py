"""Trains the reader on the output of `prepare.ts`. Needs PyTorch; a GPU for all but a trial.

    python3 train/train.py pretrain NAME SECONDS    an encoder that guesses masked words and stars
    python3 train/train.py teach NAME SEED SECONDS  a teacher: a large encoder, or a borrowed one, that learns from the labels
    python3 train/train.py reopen NAME              the student that weights/reader.bin holds, to teach and to go on from
    python3 train/train.py learn NAME SECONDS FIRST TEACHER …   a student: it begins as FIRST, an encoder or a student, and learns from labels, teachers and unlabeled reviews
    python3 train/train.py score NAME …             scores of one, or of several together
    python3 train/train.py export NAME              weights/reader.bin
"""
import hashlib
import json
import os
import random
import struct
import sys
import time
from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy
import torch
from torch import nn
from torch.nn import functional as F

from borrowed import Recutter, load_borrowed
from model import CLS, LONGEST, MASK, PAD, SEP, Encoder, Pretrainer, Reader, as_bytes

HERE = Path(__file__).parent
DATA, MADE = HERE / 'prepared', Path(os.environ.get('MADE', HERE / 'prepared'))
BORROWED = Path(os.environ.get('BORROWED', DATA / 'borrowed'))
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
# For a quick run that only shows that everything works.
TRIAL = 'TRIAL' in os.environ
SHAPES = {
    'large': dict(layers=6, width=384, inner=1536, head=64),
    'small': dict(layers=4, width=192, inner=768, head=32),
    'smaller': dict(layers=3, width=192, inner=576, head=32),
    'narrow': dict(layers=4, width=160, inner=480, head=32),
}
# The weight of an example of each set, relative to MAMS. Our own have many more neutral marks than real reviews.
WEIGHTS = {'MAMS': 1.3, 'TSA-MD': 1.0, 'television': 0.6, 'tshirt': 0.4, 'mooc': 0.6}
OWN_WEIGHT, NEUTRAL_WEIGHT = 2.0, 0.55
OTHER_LANGUAGES = {'own german': 'de', 'own french': 'fr', 'own spanish': 'es'}
torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cudnn.allow_tf32 = True


def load(name):
    return json.loads((DATA / name).read_text())


# The teacher that is not ours reads English only, and other pieces of words.
BORROWED_WEIGHT = 2.0


def is_borrowed(name):
    return shape_of(name) == 'borrowed'


@cache
def recutter():
    lines = lambda path: path.read_text().split('\n')
    return Recutter(lines(BORROWED / 'vocab.txt'), lines(DATA / 'pieces.txt'))


def recut(row, *places):
    """A row or unit for the borrowed encoder: `places` are the names of what counts pieces."""
    pieces, at = recutter().recut(list(row['pieces']))
    return {**row, 'pieces': pieces, **{name: at[row[name]] if isinstance(row[name], int) else [[at[a], at[b]] for a, b in row[name]] for name in places}}


def half():
    return torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == 'cuda')


def new_encoder(shape, dropout=0.0):
    pieces = len((DATA / 'pieces.txt').read_text().split('\n'))
    return Encoder((pieces + 63) // 64 * 64, **SHAPES[shape], dropout=dropout)


def shape_of(name):
    return name.split('-')[0]


# Unlabeled reviews.


def read_corpus():
    pieces = numpy.fromfile(DATA / 'corpus.u16', dtype=numpy.uint16)
    ends = numpy.fromfile(DATA / 'ends.u8', dtype=numpy.uint8)
    lengths = numpy.fromfile(DATA / 'lengths.u16', dtype=numpy.uint16).astype(numpy.int64)
    stars = numpy.fromfile(DATA / 'stars.u8', dtype=numpy.uint8)
    languages = numpy.fromfile(DATA / 'languages.u8', dtype=numpy.uint8)
    return pieces, ends, numpy.concatenate([[0], numpy.cumsum(lengths)]), stars, languages


def cut_corpus(longest):
    """Stretches of texts with [CLS] and [SEP], and the stars of their texts minus one; languages other than English three times."""
    pieces, _, starts, stars, languages = read_corpus()
    rows, marks = {64: [], longest: []}, {64: [], longest: []}
    for text in range(len(starts) - 1):
        for at in range(starts[text], starts[text + 1], longest - 2):
            part = pieces[at:min(at + longest - 2, starts[text + 1])]
            if len(part) < 8:
                continue
            room = 64 if len(part) <= 62 else longest
            row = numpy.zeros(room, dtype=numpy.int32)
            row[0], row[1:len(part) + 1], row[len(part) + 1] = CLS, part, SEP
            times = 3 if languages[text] else 1
            rows[room] += [row] * times
            marks[room] += [int(stars[text]) - 1] * times
    return {room: (torch.from_numpy(numpy.stack(rows[room])).to(DEVICE), torch.tensor(marks[room], device=DEVICE)) for room in rows if rows[room]}


def pretrain(name, seconds):
    torch.manual_seed(1)
    random.seed(1)
    seconds = float(seconds)
    rooms = cut_corpus(128)
    model = Pretrainer(new_encoder(shape_of(name))).to(DEVICE)
    size = model.encoder.shape['pieces']
    matrices = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() <= 1]
    peak = 1.2e-3 if 'large' in name else 2e-3
    optimizer = torch.optim.AdamW([{'params': matrices, 'weight_decay': 0.05}, {'params': others, 'weight_decay': 0.0}], lr=peak, betas=(0.9, 0.98), eps=1e-6, fused=DEVICE == 'cuda')
    run = torch.compile(model, dynamic=False) if DEVICE == 'cuda' else model
    tokens = 2048 if TRIAL else 65536
    total = sum(int((rows != PAD).sum()) for rows, _ in rooms.values())
    print(name, 'pieces', total, 'parameters', sum(p.numel() for p in model.parameters()), flush=True)
    start, step, seen, mean = None, 0, 0, None
    while True:
        batches = [(room, chunk) for room, (rows, _) in rooms.items() for chunk in torch.randperm(len(rows), device=DEVICE).split(tokens // room) if len(chunk) == tokens // room]
        random.shuffle(batches)
        for room, chosen in batches:
            # The first steps compile and do not count.
            if step == 20:
                start = time.time()
            share = 0 if start is None else (time.time() - start) / seconds
            if share >= 1:
                print(f'{name} END step {step} epochs {seen / total:.1f} masked {mean[0]:.3f} stars {mean[1]:.3f}', flush=True)
                return save(name, model.encoder)
            for group in optimizer.param_groups:
                group['lr'] = peak * min(1, (step + 1) / 300) * max(0.02, 1 - share)
            rows, stars = rooms[room]
            ids = rows[chosen].long()
            with half():
                masked, guessed = run(*mask(ids, size), stars[chosen])
                loss = masked + 0.3 * torch.nan_to_num(guessed)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            step, seen = step + 1, seen + ids.numel()
            now = torch.stack([masked.detach(), torch.nan_to_num(guessed.detach())])
            mean = now if mean is None else 0.98 * mean + 0.02 * now
            if step % 500 == 0 or (TRIAL and step % 10 == 0):
                print(f'{name} step {step} epoch {seen / total:.1f} masked {mean[0]:.3f} stars {mean[1]:.3f} {share:.2f}', flush=True)


def mask(ids, size):
    """Hides 18 in 100 pieces: most behind a mask, some behind another piece."""
    count = int(ids.numel() * 0.18)
    order = torch.rand(ids.shape, device=ids.device).masked_fill((ids == PAD) | (ids == CLS) | (ids == SEP), 2)
    where = order.flatten().topk(count, largest=False, sorted=False).indices
    flat = ids.flatten().clone()
    target = flat[where]
    dice = torch.rand(count, device=ids.device)
    flat[where] = torch.where(dice < 0.85, MASK, torch.where(dice < 0.93, torch.randint(8, size, (count,), device=ids.device), target))
    return flat.view_as(ids), where, torch.where(target == PAD, -100, target)


def save(name, model):
    MADE.mkdir(exist_ok=True)
    torch.save({key: value.half().cpu() for key, value in model.state_dict().items()}, MADE / f'{name}.pt')


def restore(name, model):
    model.load_state_dict({key: value.float() for key, value in torch.load(MADE / f'{name}.pt', map_location='cpu').items()})
    return model.to(DEVICE)


# Labeled terms and reviews.


def read_terms(name):
    rows = []
    for row in load(name):
        pieces, first, end = row['pieces'], row['from'], row['to']
        if len(pieces) > 120:
            at = max(0, min(first - 60, len(pieces) - 120))
            pieces, first, end = pieces[at:at + 120], first - at, min(end - at, 120)
        weight = WEIGHTS.get(row['set'], OWN_WEIGHT)
        if row['set'].startswith('own') and row['label'] == 1:
            weight *= NEUTRAL_WEIGHT
        language = next((code for code in ('de', 'es', 'fr') if row['set'].endswith(f', {code}')), OTHER_LANGUAGES.get(row['set'], 'en'))
        rows.append({**row, 'pieces': pieces, 'from': first, 'to': end, 'weight': weight, 'length': len(pieces), 'language': language})
    return rows


def term_batch(rows, borrowed=False):
    if borrowed:
        rows = [recut(row, 'from', 'to') for row in rows]
    return {
        'ids': pad([[CLS, *row['pieces'], SEP] for row in rows]),
        **{name: numpy.array([row[name] + 1 for row in rows]) for name in ('from', 'to')},
        'label': numpy.array([row['label'] for row in rows]), 'weight': numpy.array([row['weight'] for row in rows], 'f4'),
        'english': english(rows),
    }


def english(rows):
    return numpy.array([row['language'] == 'en' for row in rows])


def pad(lists):
    ids = numpy.zeros((len(lists), max(map(len, lists))), 'i4')
    for number, one in enumerate(lists):
        ids[number, :len(one)] = one
    return ids


def on_device(batch):
    """Batches are made of numpy's arrays, by other processes while the GPU works; this brings one to where it is read."""
    moved = {name: torch.from_numpy(value).to(DEVICE) for name, value in batch.items()}
    return {name: value.to(WIDER.get(value.dtype, value.dtype)) for name, value in moved.items()}


# Small kinds of numbers travel faster but are no indexes.
WIDER = {torch.int8: torch.long, torch.int32: torch.long, torch.uint8: torch.float32}


def read_reviews():
    """Long reviews in parts of whole groups, as many as fit; a group keeps its own pieces, so that groups can be rearranged."""
    loaded = load('reviews.json')
    rows = []
    for number, row in enumerate(loaded['rows']):
        units = []
        for group in row['groups']:
            first, end = row['sides'][group['sides'][0]][0], row['sides'][group['sides'][-1]][1]
            if end - first > LONGEST - 2:
                continue
            units.append({
                'pieces': row['pieces'][first:end],
                'sides': [[a - first, b - first] for a, b in (row['sides'][side] for side in group['sides'])],
                'cues': [row['cues'][side] for side in group['sides']],
                'labels': group['labels'], 'opinions': group['opinions'],
            })
        parts, size = [], LONGEST
        for unit in units:
            if size + len(unit['pieces']) > LONGEST:
                parts.append([])
                size = 2
            parts[-1].append(unit)
            size += len(unit['pieces'])
        for part in parts:
            rows.append({**row, 'units': part, 'review': number, 'length': sum(len(unit['pieces']) for unit in part), 'whole': len(parts) == 1})
    for row in rows:
        row.pop('pieces'), row.pop('groups'), row.pop('sides'), row.pop('cues')
    return rows, loaded


def review_batch(rows, aspects, cue_rate=1.0, borrowed=False):
    ids, of, first, end, cues, group_of, review_of, labels, opinions = [], [], [], [], [], [], [], [], []
    for number, row in enumerate(rows):
        line = [CLS]
        known = numpy.full(aspects, -1, 'i1')
        known[row['known']] = 0
        with_cues = random.random() < cue_rate
        for unit in row['units']:
            if borrowed:
                unit = recut(unit, 'sides')
            for (a, b), own in zip(unit['sides'], unit['cues']):
                of.append(number), first.append(len(line) + a), end.append(len(line) + b), group_of.append(len(labels))
                cue = numpy.zeros(3 * aspects, 'u1')
                if with_cues:
                    for aspect, kind in own:
                        cue[3 * aspect + kind] = 1
                cues.append(cue)
            label = known.copy()
            for aspect, value in unit['labels']:
                label[aspect] = value
            labels.append(label)
            opinions.append(unit['opinions'])
            review_of.append(number)
            line = line + unit['pieces']
        ids.append(line + [SEP])
    return {
        'ids': pad(ids), 'of': numpy.array(of), 'first': numpy.array(first), 'end': numpy.array(end), 'cues': numpy.stack(cues),
        'trade': numpy.array([row['trade'] for row in rows]), 'group_of': numpy.array(group_of), 'labels': numpy.stack(labels),
        'opinions': numpy.array(opinions), 'review_of': numpy.array(review_of), 'english': english(rows),
        'whole': numpy.array([[int(row['criticism']), int(row['praise'])] if row['set'] == 'real' and row['whole'] else [-1, -1] for row in rows]),
    }


def join(found, opinions, batch):
    """Chances for groups of sides: whether any of them mentions an aspect, and how; whether any criticizes or praises."""
    chances, groups = found.softmax(-1), len(batch['labels'])
    none = torch.zeros(groups, found.shape[1], device=found.device).index_add(0, batch['group_of'], chances[..., 0].clamp(min=1e-6).log())
    mass = torch.zeros(groups, found.shape[1], 3, device=found.device).index_add(0, batch['group_of'], chances[..., 1:])
    some = (1 - none.exp()).clamp(min=1e-6).unsqueeze(-1) * mass / mass.sum(-1, keepdim=True).clamp(min=1e-6)
    silent = torch.zeros(groups, 2, device=found.device).index_add(0, batch['group_of'], F.logsigmoid(-opinions))
    return torch.cat([none.exp().unsqueeze(-1), some], -1), silent


def review_loss(found, opinions, batch):
    chances, silent = join(found, opinions, batch)
    labels = batch['labels']
    known = labels >= 0
    loss = F.nll_loss(chances[known].clamp(min=1e-6).log(), labels[known], reduction='sum') / len(labels)
    loss = loss + silence_loss(silent, batch['opinions'])
    whole = torch.zeros(len(batch['whole']), 2, device=silent.device).index_add(0, batch['review_of'], silent)
    return loss + 0.5 * silence_loss(whole, batch['whole'])


def silence_loss(silent, wanted):
    """`silent` is the logarithm of the chance that there is no such opinion."""
    known = wanted >= 0
    silent = silent[known].clamp(max=-1e-5)
    wanted = wanted[known].float()
    if len(wanted) == 0:
        return silent.sum()
    return -((1 - wanted) * silent + wanted * torch.log(-torch.expm1(silent))).mean()


def vary(rows):
    """The same reviews a little differently: a sentence alone, some left out, sentences of similar reviews in between, with any trade now and then."""
    alike = defaultdict(list)
    for row in rows:
        alike[row['set'], row['trade'], row['language'], tuple(row['known'])].append(row)
    made = []
    for row in rows:
        units, trade, whole = row['units'], row['trade'], row['whole']
        dice = random.random()
        if dice < 0.25:
            units, whole = [random.choice(units)], False
        elif dice < 0.5:
            others = random.choice(alike[row['set'], row['trade'], row['language'], tuple(row['known'])])['units']
            units, whole = random.sample(units + others, min(len(units) + len(others), max(1, len(units)))), False
        if random.random() < 0.25:
            trade = 0
        size, kept = 2, []
        for unit in units:
            if size + len(unit['pieces']) > LONGEST:
                break
            kept.append(unit)
            size += len(unit['pieces'])
        made.append({**row, 'units': kept or units[:1], 'trade': trade, 'whole': whole, 'length': size})
    return made


def batches_of(rows, size):
    rows = rows[:]
    random.shuffle(rows)
    made = []
    for at in range(0, len(rows), size * 20):
        part = sorted(rows[at:at + size * 20], key=lambda row: row['length'])
        made += [part[k:k + size] for k in range(0, len(part), size)]
    return made


def hide(ids, rate=0.05):
    return torch.where((torch.rand(ids.shape, device=ids.device) < rate) & (ids > SEP), MASK, ids)


REAL_TIMES = 2  # Real reviews are few: each is seen this often in an epoch.


def training_rows():
    terms = [row for row in read_terms('terms.json') if row['part'] == 'train']
    terms += 2 * [row for row in terms if row['set'] in OTHER_LANGUAGES]
    reviews, loaded = read_reviews()
    lessons = [row for row in reviews if row['part'] == 'train']
    lessons += (REAL_TIMES - 1) * [row for row in lessons if row['set'] == 'real']
    lessons += 2 * [row for row in lessons if row['set'] != 'real' and row['language'] != 'en']
    if TRIAL:
        terms, lessons = terms[::60], lessons[::60]
    return terms, lessons, loaded


def optimizer_of(model, rate, head_rate):
    heads = [p for name, p in model.named_parameters() if not name.startswith('encoder.')]
    groups = [{'params': list(model.encoder.parameters()), 'base': rate}, {'params': heads, 'base': head_rate}]
    return torch.optim.AdamW(groups, lr=rate, weight_decay=0.02, fused=DEVICE == 'cuda')


def step_with(optimizer, model, loss, share, step):
    for group in optimizer.param_groups:
        group['lr'] = group['base'] * min(1, (step + 1) / 200) * max(0.02, 1 - share)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()


def term_loss(guesses, batch):
    each = F.cross_entropy(guesses, batch['label'], reduction='none', label_smoothing=0.1)
    return (each * batch['weight']).sum() / batch['weight'].sum()


def teach(name, seed, seconds):
    seed, seconds = int(seed), float(seconds)
    random.seed(seed), torch.manual_seed(seed)
    terms, reviews, loaded = training_rows()
    borrowed = is_borrowed(name)
    if borrowed:
        terms, reviews = ([row for row in rows if row['language'] == 'en'] for rows in (terms, reviews))
    encoder = load_borrowed(BORROWED, 0.1) if borrowed else restore('large', new_encoder('large', 0.1))
    model = Reader(encoder, len(loaded['ids']), len(loaded['trades']), hidden=256, mark=True).to(DEVICE)
    if borrowed:
        # Its states begin much smaller than ours.
        model.mark.data *= 0.1
    optimizer = optimizer_of(model, 1e-4 if borrowed else 3e-4, 1e-3)
    model.train()
    jobs = lambda: [('terms', rows) for rows in batches_of(terms, 96)] + [('sides', rows) for rows in batches_of(vary(reviews), 48)]
    build = lambda kind, rows: term_batch(rows, borrowed) if kind == 'terms' else review_batch(rows, len(loaded['ids']), 0.5, borrowed)
    step = 0
    for share, kind, batch in timed(jobs, build, seconds, seed):
        batch = on_device(batch)
        with half():
            if kind == 'terms':
                loss = term_loss(model.terms(hide(batch['ids']), batch['from'], batch['to']), batch)
            else:
                loss = review_loss(*model.sides({**batch, 'ids': hide(batch['ids'])}), batch)
        step_with(optimizer, model, loss, share, step)
        step += 1
        if step % 1000 == 0:
            print(f'{name} step {step} {share:.2f} loss {loss.item():.3f}', flush=True)
    print(f'{name} steps {step}', flush=True)
    save(name, model)
    score(name)


class Batches(torch.utils.data.IterableDataset):
    """Batches without end; each process that makes them goes through everything in an order of its own."""

    def __init__(self, jobs, build, seed):
        self.jobs, self.build, self.seed = jobs, build, seed

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        random.seed(1000 * self.seed + (worker.id if worker else 0))
        while True:
            jobs = self.jobs()
            random.shuffle(jobs)
            for kind, rows in jobs:
                yield kind, self.build(kind, rows)


def timed(jobs, build, seconds, seed):
    """Batches for so many seconds from the first one on, each with the share of the time that is over."""
    workers = int(os.environ.get('WORKERS', 0 if TRIAL else 4))
    loader = torch.utils.data.DataLoader(
        Batches(jobs, build, seed), batch_size=None, collate_fn=lambda one: one, num_workers=workers,
        multiprocessing_context='fork' if workers else None, prefetch_factor=8 if workers else None,
    )
    start = None
    for kind, batch in loader:
        start = start or time.time()
        share = (time.time() - start) / seconds
        if share >= 1:
            return
        yield share, kind, batch


# Students.


def unlabeled_rows(limit):
    """Unlabeled reviews as rows with sides, of any trade; all languages about alike."""
    pieces, ends, starts, _, languages = read_corpus()
    rng = numpy.random.default_rng(7)
    chosen = []
    for language in range(4):
        of = numpy.where(languages == language)[0]
        chosen.append(rng.permutation(of)[:limit // 2 if language == 0 else limit // 6])
    rows = []
    for text in rng.permutation(numpy.concatenate(chosen)):
        at, end = starts[text], min(starts[text + 1], starts[text] + LONGEST - 2)
        marks = numpy.where(ends[at:end])[0] + 1
        if len(marks) == 0:
            continue
        sides = [[int(a), int(b)] for a, b in zip([0, *marks[:-1]], marks)]
        rows.append({'pieces': pieces[at:at + marks[-1]].tolist(), 'sides': sides, 'length': int(marks[-1]), 'language': LANGUAGES[languages[text]]})
    return rows


LANGUAGES = ('en', 'de', 'fr', 'es')


def unlabeled_batch(rows, aspects, trades):
    ids = pad([[CLS, *row['pieces'], SEP] for row in rows])
    sides = [(number, a + 1, b + 1) for number, row in enumerate(rows) for a, b in row['sides']]
    of, first, end = (numpy.array(column) for column in zip(*sides))
    trade = numpy.array([random.randrange(trades) if random.random() < 0.6 else 0 for _ in rows])
    return {'ids': ids, 'of': of, 'first': first, 'end': end, 'cues': numpy.zeros((len(sides), 3 * aspects), 'u1'), 'trade': trade, 'english': english(rows)}


def borrowed_sides(rows):
    """What the borrowed encoder sees of a batch."""
    ids, first, end = [], [], []
    for row in rows:
        line = [CLS]
        for unit in row.get('units', [row]):
            unit = recut(unit, 'sides')
            first += [len(line) + a for a, _ in unit['sides']]
            end += [len(line) + b for _, b in unit['sides']]
            line = line + unit['pieces']
        ids.append(line + [SEP])
    return {'ids': pad(ids), 'first': numpy.array(first), 'end': numpy.array(end)}


@torch.no_grad()
def answers_of(teachers, batch, other):
    weigh, found, opinions = 0, 0, 0
    for teacher in teachers:
        seen = {**batch, **other} if teacher.borrowed else batch
        share = (BORROWED_WEIGHT * batch['english'].float() if teacher.borrowed else torch.ones(len(batch['ids']), device=DEVICE))[batch['of']]
        aspects, spoken = teacher.sides(seen)
        weigh, found, opinions = weigh + share, found + share[:, None, None] * aspects.softmax(-1), opinions + share[:, None] * spoken.sigmoid()
    return found / weigh[:, None, None], opinions / weigh[:, None]


def soft_loss(found, opinions, answers):
    wanted, likely = answers
    loss = -(wanted * F.log_softmax(found, -1)).sum((1, 2)).mean()
    return loss + F.binary_cross_entropy_with_logits(opinions, likely, reduction='none').sum(-1).mean()


HEAT = 1.5
SOFT = 0.8


@torch.no_grad()
def term_answers(teachers, batch, other):
    """`other` is None for terms that are pieces of ours and so nothing to the borrowed encoder."""
    weigh, answers = 0, 0
    for teacher in teachers:
        if teacher.borrowed and other is None:
            continue
        seen = other if teacher.borrowed else batch
        share = BORROWED_WEIGHT * batch['english'].float() if teacher.borrowed else torch.ones(len(batch['ids']), device=DEVICE)
        weigh = weigh + share
        answers = answers + share[:, None] * (teacher.terms(seen['ids'], seen['from'], seen['to']) / HEAT).softmax(-1)
    return answers / weigh[:, None]


def other_terms(batch):
    """Other pieces as terms: only the teachers know the answer."""
    length = (batch['ids'] > SEP).sum(1)
    first = 1 + (torch.rand(len(length), device=DEVICE) * length).long().clamp(max=batch['ids'].shape[1] - 2)
    return {**batch, 'from': first, 'to': first + 1}


def learn(name, seconds, first, *teacher_names):
    random.seed(11), torch.manual_seed(11)
    seconds = float(seconds)
    terms, reviews, loaded = training_rows()
    aspects, trades = len(loaded['ids']), len(loaded['trades'])
    lessons = unlabeled_rows(2000 if TRIAL else 240_000)
    encoder = new_encoder(shape_of(name), 0.05)
    if first in SHAPES:
        encoder = restore(first, encoder)
    model = Reader(encoder, aspects, trades, dropout=0.1).to(DEVICE)
    if first not in SHAPES:
        restore(first, model)
    teachers = [load_reader(one, aspects, trades) for one in teacher_names]
    optimizer = optimizer_of(model, 6e-4, 1.5e-3)
    has_borrowed = any(one.borrowed for one in teachers)

    def jobs():
        made = [('terms', rows) for rows in batches_of(terms, 192)] + [('sides', rows) for rows in batches_of(vary(reviews), 96)]
        return made + [('lessons', rows) for rows in batches_of(random.sample(lessons, len(lessons) // 4), 192)]

    def build(kind, rows):
        if kind == 'terms':
            return term_batch(rows), term_batch(rows, True) if has_borrowed else None
        batch = review_batch(rows, aspects, 0.5) if kind == 'sides' else unlabeled_batch(rows, aspects, trades)
        return batch, borrowed_sides(rows) if has_borrowed else None

    model.train()
    step = 0
    for share, kind, (batch, other) in timed(jobs, build, seconds, 11):
        if share > 0.6 and not model.encoder.bytes:
            model.use_bytes()
        batch, other = on_device(batch), other and on_device(other)
        batch['ids'] = hide(batch['ids'], 0.03)
        with half():
            if kind == 'terms':
                is_other = random.random() < 0.5
                batch = other_terms(batch) if is_other else batch
                guesses = model.terms(batch['ids'], batch['from'], batch['to'])
                soft = -(term_answers(teachers, batch, None if is_other else other) * F.log_softmax(guesses / HEAT, -1)).sum(-1).mean() * HEAT
                loss = soft if is_other else SOFT * soft + (1 - SOFT) * term_loss(guesses, batch)
            else:
                found, opinions = model.sides(batch)
                loss = soft_loss(found, opinions, answers_of(teachers, batch, other))
                if kind == 'sides':
                    loss = SOFT * loss + (1 - SOFT) * review_loss(found, opinions, batch)
        step_with(optimizer, model, loss, share, step)
        step += 1
        if step % 1000 == 0:
            print(f'{name} step {step} {share:.2f} loss {loss.item():.3f}', flush=True)
    print(f'{name} steps {step}', flush=True)
    save(name, model)
    score(name)


# Scores.


@torch.no_grad()
def predict(models, rows, aspects):
    found, spoken, labels, reviews = [], [], [], []
    for at in range(0, len(rows), 64):
        batch = on_device(review_batch(rows[at:at + 64], aspects))
        seen = lambda model: {**batch, **on_device(borrowed_sides(rows[at:at + 64]))} if model.borrowed else batch
        with half():
            joined = [join(*model.sides(seen(model)), batch) for model in models]
        found.append(sum(chances for chances, _ in joined).cpu() / len(models))
        spoken.append(sum(1 - silent.exp() for _, silent in joined).cpu() / len(models))
        labels.append(batch['labels'].cpu())
        reviews += [rows[at + number]['review'] for number in batch['review_of'].tolist()]
    return torch.cat(found), torch.cat(spoken), torch.cat(labels), reviews


def aspect_scores(found, labels):
    known, wanted = labels >= 0, labels > 0
    best = (0, 0, 0)
    for least in numpy.arange(0.2, 0.71, 0.05):
        there = (found[..., 0] < 1 - least) & known
        right = there & wanted
        f1 = 200 * right.sum().item() / max(1, there.sum().item() + wanted.sum().item())
        if f1 > best[0]:
            best = (f1, 100 * (found[..., 1:].argmax(-1)[right] + 1 == labels[right]).float().mean().item(), float(least))
    return best


def rate(found, wanted):
    right = sum(a and b for a, b in zip(found, wanted))
    return round(100 * right / max(1, sum(found)), 1), round(100 * right / max(1, sum(wanted)), 1)


def score(*names):
    reviews, loaded = read_reviews()
    aspects, trades = len(loaded['ids']), len(loaded['trades'])
    models = [load_reader(name, aspects, trades) for name in names]
    result = {'name': names}
    if any(model.borrowed for model in models):
        reviews = [row for row in reviews if row['language'] == 'en']
    dev = [row for row in reviews if row['part'] == 'dev']
    for label, rows in (('first', [r for r in dev if r['set'] != 'real' and not r['stars']]), ('invented', [r for r in dev if r['set'] != 'real' and r['stars'] and r['language'] == 'en']), ('invented other', [r for r in dev if r['set'] != 'real' and r['language'] != 'en']), ('real', [r for r in dev if r['set'] == 'real'])):
        if rows:
            found, _, labels, _ = predict(models, rows, aspects)
            result[f'{label} F1, polarity, at'] = [round(one, 2) for one in aspect_scores(found, labels)]
    heard = {part: whole_reviews(models, [r for r in reviews if r['set'] == 'real' and r['part'] == part], aspects, loaded) for part in ('dev', 'test')}
    for side in (0, 1):
        least = best_threshold(heard['dev'], side)
        result[('criticism', 'praise')[side] + ' at'] = round(least, 2)
        for key, rows in groups_of(heard['test']).items():
            if rows: result[('criticism ', 'praise ')[side] + key] = [*rate([r['heard'][side] >= least for r in rows], [r['wanted'][side] for r in rows]), *rate([r['stars'] <= 3 if side == 0 else r['stars'] > 3 for r in rows], [r['wanted'][side] for r in rows]), len(rows)]
    result.update(term_scores(models))
    print('SCORE ' + json.dumps(result), flush=True)


def load_reader(name, aspects, trades):
    if shape_of(name) in ('large', 'borrowed'):
        encoder = load_borrowed(BORROWED) if is_borrowed(name) else new_encoder('large')
        model = restore(name, Reader(encoder, aspects, trades, hidden=256, mark=True)).eval()
    else:
        model = restore(name, Reader(new_encoder(shape_of(name)), aspects, trades)).eval()
        model.use_bytes()
    model.borrowed = is_borrowed(name)
    return model


def whole_reviews(models, rows, aspects, loaded):
    _, spoken, _, of = predict(models, rows, aspects)
    silent = defaultdict(lambda: numpy.ones(2))
    for chances, review in zip(spoken.numpy(), of):
        silent[review] *= 1 - chances
    return [{'heard': 1 - silent[review], 'wanted': [row['criticism'], row['praise']], 'stars': row['stars'], 'language': row['language'], 'kind': row['kind']}
            for review, row in ((n, loaded['rows'][n]) for n in silent)]


def best_threshold(rows, side):
    """The least chance with 95 (criticism) or 93 (praise) right in 100 on the part to choose by."""
    for least in numpy.arange(0.3, 0.96, 0.01):
        precision, _ = rate([r['heard'][side] >= least for r in rows], [r['wanted'][side] for r in rows])
        if precision >= (95.5, 94)[side]:
            return least
    return 0.95


def groups_of(rows):
    groups = {'en': [r for r in rows if r['language'] == 'en'], 'en 4-5': [r for r in rows if r['language'] == 'en' and r['stars'] > 3], 'en 1-3': [r for r in rows if r['language'] == 'en' and r['stars'] < 4]}
    return groups | {language: [r for r in rows if r['language'] == language] for language in ('de', 'fr', 'es')}


@torch.no_grad()
def term_scores(models):
    right = defaultdict(list)
    rows = [row for row in read_terms('terms.json') if row['part'] == 'dev'] + read_terms('measured.json')
    if any(model.borrowed for model in models):
        rows = [row for row in rows if row['language'] == 'en']
    for at in range(0, len(rows), 256):
        batch = on_device(term_batch(rows[at:at + 256]))
        seen = lambda model: on_device(term_batch(rows[at:at + 256], True)) if model.borrowed else batch
        with half():
            guesses = sum(model.terms(*(seen(model)[name] for name in ('ids', 'from', 'to'))).softmax(-1) for model in models).argmax(-1)
        for row, same in zip(rows[at:at + 256], (guesses == batch['label']).tolist()):
            right[(row['part'] + ' ' if row['part'] == 'dev' else '') + row['set']].append(same)
    return {key: round(100 * sum(values) / len(values), 1) for key, values in right.items()}


# The weights file: a length, a JSON header of that many bytes, and the arrays that it lists.


def read_old(path):
    data = path.read_bytes()
    size, = struct.unpack_from('<I', data)
    header = json.loads(data[4:4 + size])
    return {one['name']: data[one['offset']:one['offset'] + one['length'] * {'f32': 4, 'i8': 1, 'text': 1}[one['kind']]] for one in header['arrays'] if one['name'] in ('words', 'valences')}


# What a layer is called in the weights file, without its number, and in the model.
LAYER_PARTS = ('qkv', 'out', 'up', 'down')
HEAD_PARTS = {
    'norm': 'encoder.norm', 'hidden': 'term_head.hidden', 'out': 'term_head.out', 'aspects.hidden': 'aspect_head.hidden', 'aspects.out': 'aspect_head.out',
}


def reopen(name):
    data = (HERE.parent / 'weights' / 'reader.bin').read_bytes()
    size, = struct.unpack_from('<I', data)
    header = json.loads(data[4:4 + size])
    loaded = load('reviews.json')
    assert (header['aspects'], header['trades']) == (loaded['ids'], loaded['trades']), 'the taxonomy has changed'
    places = {one['name']: one for one in header['arrays']}

    def get(key):
        kind = {'f32': '<f4', 'i8': 'i1', 'text': 'u1'}[places[key]['kind']]
        values = numpy.frombuffer(data, kind, places[key]['length'], places[key]['offset']).astype('f4')
        if places[key]['kind'] != 'i8':
            return torch.from_numpy(values)
        scale = get(f'{key}.scale')
        return torch.from_numpy(values).view(len(scale), -1) * scale[:, None]

    model = Reader(new_encoder(shape_of(name)), len(header['aspects']), len(header['trades']))
    state = model.state_dict()

    def put(key, value):
        state[key][:len(value)] = value.view(len(value), *state[key].shape[1:])

    put('encoder.table.weight', get('table') / model.encoder.gain)
    for number in range(header['layers']):
        for key in LAYER_PARTS:
            put(f'encoder.layers.{number}.{key}.weight', get(f'{number}.{key}')), put(f'encoder.layers.{number}.{key}.bias', get(f'{number}.{key}.bias'))
        for key in ('norm1', 'norm2'):
            put(f'encoder.layers.{number}.{key}.weight', get(f'{number}.{key}')), put(f'encoder.layers.{number}.{key}.bias', get(f'{number}.{key}.bias'))
    for key, place in HEAD_PARTS.items():
        put(f'{place}.weight', get(key).view(state[f'{place}.weight'].shape)), put(f'{place}.bias', get(f'{key}.bias'))
    put('term_head.queries.weight', get('queries')), put('term_head.distance.weight', get('distance').view(-1, 4))
    put('aspect_head.direct.weight', get('aspects.direct')), put('aspect_head.trade.weight', get('aspects.trade').view(len(header['trades']), -1))
    put('aspect_head.looks', get('aspects.looks').view(len(header['aspects']), -1)), put('aspect_head.seen', get('aspects.seen').view(len(header['aspects']), 3, -1))
    model.load_state_dict(state)
    save(name, model)
    score(name)


def export(name):
    reviews, loaded = read_reviews()
    aspects, trades = len(loaded['ids']), len(loaded['trades'])
    model = load_reader(name, aspects, trades).cpu()
    arrays = {}

    def put(key, value):
        arrays[key] = ('f32', value.detach().float().contiguous().numpy().astype('<f4'))

    def put_bytes(key, weight):
        weight = weight.detach().float()
        scale = weight.abs().amax(-1, keepdim=True).clamp(min=1e-8) / 127
        arrays[key] = ('i8', (weight / scale).round().to(torch.int8).numpy())
        put(f'{key}.scale', scale.squeeze(-1) * (model.encoder.gain if key == 'table' else 1))

    pieces = (DATA / 'pieces.txt').read_text()
    arrays['pieces'] = ('text', numpy.frombuffer(pieces.encode(), dtype=numpy.uint8))
    put_bytes('table', model.encoder.table.weight[:len(pieces.split('\n'))])
    for number, layer in enumerate(model.encoder.layers):
        for key in LAYER_PARTS:
            put_bytes(f'{number}.{key}', getattr(layer, key).weight)
            put(f'{number}.{key}.bias', getattr(layer, key).bias)
        for key in ('norm1', 'norm2'):
            put(f'{number}.{key}', getattr(layer, key).weight)
            put(f'{number}.{key}.bias', getattr(layer, key).bias)
    put('norm', model.encoder.norm.weight), put('norm.bias', model.encoder.norm.bias)
    term, aspect = model.term_head, model.aspect_head
    put_bytes('queries', term.queries.weight), put('distance', term.distance.weight)
    put_bytes('hidden', term.hidden.weight), put('hidden.bias', term.hidden.bias), put('out', term.out.weight), put('out.bias', term.out.bias)
    for key in ('hidden', 'out'):
        put_bytes(f'aspects.{key}', getattr(aspect, key).weight), put(f'aspects.{key}.bias', getattr(aspect, key).bias)
    put_bytes('aspects.direct', aspect.direct.weight), put('aspects.trade', aspect.trade.weight)
    put('aspects.looks', aspect.looks), put_bytes('aspects.seen', aspect.seen)
    weights = HERE.parent / 'weights'
    old = read_old(next(path for path in (weights / 'reader.bin', weights / 'polarity.bin') if path.exists()))
    for key, kind in (('words', 'text'), ('valences', 'i8')):
        arrays[key] = (kind, numpy.frombuffer(old[key], dtype=numpy.uint8 if kind == 'text' else numpy.int8))
    shape = model.encoder.shape
    header = {
        'digest': '', 'layers': shape['layers'], 'width': shape['width'], 'heads': shape['width'] // 32, 'inner': shape['inner'],
        'looks': 4, 'hidden': 96, 'far': 24, 'aspects': loaded['ids'], 'trades': loaded['trades'], 'arrays': [],
    }
    digest = hashlib.sha256()
    for key, (kind, value) in arrays.items():
        digest.update(value.tobytes())
        header['arrays'].append({'name': key, 'kind': kind, 'offset': 0, 'length': int(value.size)})
    header['digest'] = digest.hexdigest()[:16]
    # The header's own length decides where the arrays begin.
    offset = 4 + len(json.dumps(header)) + 12 * len(arrays)
    for one, (kind, value) in zip(header['arrays'], arrays.values()):
        offset = (offset + 15) // 16 * 16
        one['offset'] = offset
        offset += value.nbytes
    text = json.dumps(header).encode()
    out = bytearray(offset)
    struct.pack_into('<I', out, 0, len(text))
    out[4:4 + len(text)] = text
    for one, (kind, value) in zip(header['arrays'], arrays.values()):
        out[one['offset']:one['offset'] + value.nbytes] = value.tobytes()
    target = Path(os.environ.get('OUT', weights)) / 'reader.bin'
    target.write_bytes(out)
    print(target, len(out), header['digest'])


if __name__ == '__main__':
    {'pretrain': pretrain, 'teach': teach, 'reopen': reopen, 'learn': learn, 'score': score, 'export': export}[sys.argv[1]](*sys.argv[2:])
