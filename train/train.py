"""Trains the polarity model on the output of `prepare.ts`.

    python3 train/train.py compare            every kind of model, several seeds each: prepared/compare.json
    python3 train/train.py teach              an ensemble, and its answers for every example: prepared/soft.pt
    python3 train/train.py learn              the students it teaches: prepared/student-….pt
    python3 train/train.py export             the student that does best on the held-out parts, as weights/polarity.bin
    python3 train/train.py measure            the scores on sets that are never trained on (do not choose by them)

Needs PyTorch; a GPU makes it minutes instead of hours.
"""
import hashlib
import json
import math
import multiprocessing
import random
import sys
from collections import defaultdict
from pathlib import Path

import numpy
import torch
from torch.nn import functional as F

from model import KINDS, Words

HERE = Path(__file__).parent / 'prepared'
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
LONGEST = 90
# The weight of an example of each set, relative to MAMS.
WEIGHTS = {'MAMS': 1.3, 'TSA-MD': 1.0, 'television': 0.6, 'tshirt': 0.4, 'mooc': 0.6}
OWN_WEIGHT = 2.0
# Our own sentences have many more neutral marks than real reviews (about a sixth), because that class is the hardest to learn.
# Each counts for less, in training and in selection.
NEUTRAL_WEIGHT = 0.55


def load(name):
    return json.loads((HERE / name).read_text())


def load_words():
    vocabulary = load('vocabulary.json')
    vectors = torch.from_numpy(numpy.fromfile(HERE / 'vectors.f32', dtype=numpy.float32).reshape(-1, 100).copy())
    return vectors, torch.tensor(vocabulary['valences']).float(), torch.tensor(vocabulary['known']).bool()


def cut(row):
    """A very long sentence is cut around its term."""
    words, start, end = row['words'], row['from'], row['to']
    if len(words) > LONGEST:
        first = max(0, min(start - LONGEST // 2, len(words) - LONGEST))
        words, start, end = words[first:first + LONGEST], start - first, min(end - first, LONGEST)
    return {**row, 'words': words, 'from': start, 'to': end}


class Rows:
    """All examples as tensors on the device, so that a batch is only a choice of rows."""

    def __init__(self, rows):
        self.rows = rows
        ids = torch.zeros(len(rows), LONGEST, dtype=torch.long)
        for n, row in enumerate(rows):
            ids[n, :len(row['words'])] = torch.tensor(row['words'])
        column = lambda name, other: torch.tensor([row.get(name, other) for row in rows], device=DEVICE)
        self.length = torch.tensor([len(row['words']) for row in rows])
        self.columns = {
            'ids': ids.to(DEVICE), 'from': column('from', 0), 'to': column('to', 0), 'label': column('label', -100),
            'weight': column('weight', 1.0), 'soft': column('soft', [0.0, 0.0, 0.0]),
        }

    def batch(self, order):
        chosen = torch.tensor(order)
        length = self.length[chosen]
        batch = {name: value[chosen.to(DEVICE)] for name, value in self.columns.items()}
        longest = int(length.max())
        short = {name: batch[name][:, :longest] for name in ('ids', 'cues') if name in batch}
        return {**batch, **short, 'length': length}

    def add_cues(self, aspects):
        cues = torch.zeros(len(self.rows), LONGEST, aspects, dtype=torch.uint8)
        for n, row in enumerate(self.rows):
            for aspect, prior, first, end in row['cues']:
                cues[n, first:end, aspect] = prior + 1
        self.columns['cues'] = cues.to(DEVICE)
        self.columns['labels'] = torch.tensor([row['labels'] for row in self.rows], device=DEVICE)
        return self

    def batches(self, size, shuffle):
        order = list(range(len(self.rows)))
        if shuffle:
            random.shuffle(order)
            # Groups sentences of similar length, in a random order of batches, for less padding.
            chunks = [sorted(order[at:at + size * 20], key=lambda n: int(self.length[n])) for at in range(0, len(order), size * 20)]
            order = [n for chunk in chunks for n in chunk]
        groups = [order[at:at + size] for at in range(0, len(order), size)]
        if shuffle:
            random.shuffle(groups)
        for group in groups:
            yield self.batch(group)


def hide_term(batch, rate):
    """Now and then the term is hidden, so that the model learns from what is said about it, not from the term itself."""
    ids = batch['ids']
    place = torch.arange(ids.shape[1], device=DEVICE).unsqueeze(0)
    inside = (place >= batch['from'].unsqueeze(1)) & (place < batch['to'].unsqueeze(1))
    hidden = torch.rand(len(ids), 1, device=DEVICE) < rate
    return {**batch, 'ids': torch.where(inside & hidden & (ids > 0), torch.ones_like(ids), ids)}


@torch.no_grad()
def predict(model, rows):
    model.eval()
    return torch.cat([model(batch).float().cpu() for batch in rows.batches(512, False)])


def score(logits, rows):
    """Accuracy and macro-F1 of each set."""
    guesses = logits.argmax(-1).tolist()
    sets = defaultdict(list)
    for guess, row in zip(guesses, rows):
        sets[row['set']].append((guess, row['label'], class_weight(row)))
    result = {}
    for name, pairs in sets.items():
        f1 = []
        for label in range(3):
            hit = sum(w for g, t, w in pairs if g == label and t == label)
            f1.append(2 * hit / max(1, sum(w for g, _, w in pairs if g == label) + sum(w for _, t, w in pairs if t == label)))
        result[name] = (100 * sum(w for g, t, w in pairs if g == t) / sum(w for _, _, w in pairs), 100 * sum(f1) / 3)
    return result


def criterion(scores):
    """What models are selected by: the held-out parts, with the product sets of others counted as one."""
    groups = [['MAMS'], ['own restaurants', 'own restaurants-plain', 'own dining-plain'], ['own computers', 'own products'], ['own home-services', 'own services'], ['television', 'tshirt', 'mooc', 'TSA-MD']]
    return sum(sum(scores[name][0] for name in group) / len(group) for group in groups) / len(groups)


def read_rows():
    return [{**cut(row), 'weight': WEIGHTS.get(row['set'], OWN_WEIGHT) * class_weight(row)} for row in load('examples.json')]


def class_weight(row):
    return NEUTRAL_WEIGHT if row['set'].startswith('own') and row['label'] == 1 else 1.0


def make(config):
    words = Words(*load_words(), tune=config.get('tune', False), unknown_rate=config.get('unknown_rate', 0.05))
    return KINDS[config['kind']](words, **config.get('options', {})).to(DEVICE)


def loss_of(logits, batch, config):
    loss = F.cross_entropy(logits, batch['label'], reduction='none', label_smoothing=config.get('smooth', 0.1), ignore_index=-100)
    share = config.get('distil', 0)
    if share:
        heat = 2.0
        soft = -(F.softmax(batch['soft'] / heat, -1) * F.log_softmax(logits / heat, -1)).sum(-1) * heat
        loss = share * soft + (1 - share) * loss
    return (loss * batch['weight']).sum() / batch['weight'].sum()


def read_aspect_rows(part):
    data = load('aspects.json')
    rows = [row for row in data['rows'] if row['part'] == part and len(row['words']) <= LONGEST]
    return Rows(rows).add_cues(len(data['ids']))


def aspect_loss(logits, batch):
    return F.cross_entropy(logits.flatten(0, 1), batch['labels'].flatten(), label_smoothing=0.02) * logits.shape[1]


@torch.no_grad()
def score_aspects(model, rows):
    """F1 of the aspects found, the share of them with the right polarity, and the strictest of the best thresholds."""
    model.eval()
    chances = torch.cat([model.find_aspects(batch).softmax(-1).cpu() for batch in rows.batches(256, False)])
    labels = torch.tensor([row['labels'] for row in rows.rows])
    wanted = labels > 0
    best = (0, 0, 0)
    for threshold in numpy.arange(0.25, 0.76, 0.05):
        found = chances[..., 0] < 1 - threshold
        hit = found & wanted
        f1 = 200 * hit.sum().item() / max(1, found.sum().item() + wanted.sum().item())
        right = (chances[..., 1:].argmax(-1) + 1 == labels)[hit].float().mean().item() * 100
        if f1 > best[0] - 0.1:
            best = (max(f1, best[0]), right, round(float(threshold), 2))
    return best


def endless(rows, size):
    while True:
        yield from rows.batches(size, True)


def train_one(config, rows=None):
    """Keeps the running mean of the weights, from the epoch that does best on the held-out parts."""
    seed = config.get('seed', 0)
    random.seed(seed)
    torch.manual_seed(seed)
    rows = rows or read_rows()
    train = Rows([row for row in rows if row['part'] == 'train'])
    dev = Rows([row for row in rows if row['part'] == 'dev'])
    model = make(config)
    aspects = config.get('options', {}).get('aspects')
    if aspects:
        aspect_batches, aspect_dev = endless(read_aspect_rows('train'), 64), read_aspect_rows('dev')
    named = [(name, value) for name, value in model.named_parameters() if value.requires_grad]
    slow = [value for name, value in named if name.startswith('words.table')]
    rest = [value for name, value in named if not name.startswith('words.table')]
    groups = [{'params': rest, 'lr': config.get('rate', 2e-3)}, {'params': slow, 'lr': config.get('tune_rate', 3e-4)}]
    optimizer = torch.optim.AdamW([group for group in groups if group['params']], weight_decay=config.get('decay', 1e-3))
    epochs, size = config.get('epochs', 12), config.get('batch', 128)
    steps = epochs * math.ceil(len(train.rows) / size)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1, (step + 1) / 200) * max(0.02, 1 - step / steps))
    live = [value for _, value in named]
    mean = [value.detach().clone() for value in live]
    best = (-1, None, None, None)
    for epoch in range(epochs):
        model.train()
        for step, batch in enumerate(train.batches(size, True)):
            loss = loss_of(model(hide_term(batch, config.get('hide', 0.15))), batch, config)
            if aspects and step % 2 == 0:
                other = next(aspect_batches)
                loss = loss + config.get('aspect_share', 0.15) * aspect_loss(model.find_aspects(other), other)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(live, 1.0)
            optimizer.step()
            schedule.step()
            torch._foreach_lerp_(mean, [value.detach() for value in live], 0.015 if epoch else 0.1)
        if epoch < epochs // 3:
            continue
        kept = [value.detach().clone() for value in live]
        put(live, mean)
        scores = score(predict(model, dev), dev.rows)
        total = criterion(scores)
        if aspects:
            found = score_aspects(model, aspect_dev)
            total = (total + found[0]) / 2
            print(f'epoch {epoch}: {criterion(scores):.2f}, aspects F1 {found[0]:.1f}, polarity {found[1]:.1f} at {found[2]}', flush=True)
        if total > best[0]:
            best = (total, scores, [value.clone() for value in mean], found[2] if aspects else None)
        put(live, kept)
    put(live, best[2])
    model.threshold = best[3]
    return model, best[0], best[1]


@torch.no_grad()
def put(live, values):
    for value, new in zip(live, values):
        value.copy_(new)


def show(name, total, scores):
    parts = ' '.join(f'{key.replace("own ", "o:")} {value[0]:.1f}/{value[1]:.0f}' for key, value in scores.items())
    print(f'{name:40} {total:.2f} | {parts}', flush=True)


def compare_one(task):
    name, config = task
    model, total, scores = train_one(config)
    show(name, total, scores)
    return name, total, scores, sum(p.numel() for n, p in model.named_parameters() if 'words.' not in n)


COMPARED = {
    'grams': {'kind': 'grams'},
    'convolution': {'kind': 'convolution'},
    'convolution, 3 layers': {'kind': 'convolution', 'options': {'layers': 3}},
    'attention': {'kind': 'attention'},
    'gru 64': {'kind': 'recurrent'},
    'gru 64, 4 looks': {'kind': 'recurrent', 'options': {'looks': 4}},
    'gru 64 aware': {'kind': 'recurrent', 'options': {'aware': True}},
    'gru 64 tuned words': {'kind': 'recurrent', 'tune': True},
    'gru 64 two layers': {'kind': 'recurrent', 'options': {'layers': 2}},
    'lstm 64': {'kind': 'recurrent', 'options': {'kind': 'lstm'}},
    'gru 128': {'kind': 'recurrent', 'options': {'size': 128}},
    'gru 128 aware tuned': {'kind': 'recurrent', 'options': {'size': 128, 'aware': True}, 'tune': True},
    'gru 200 aware 2 layers tuned': {'kind': 'recurrent', 'options': {'size': 200, 'layers': 2, 'aware': True, 'dropout': 0.5}, 'tune': True},
    'gru 48': {'kind': 'recurrent', 'options': {'size': 48}},
    'gru 64, words dropped 0.5': {'kind': 'recurrent', 'options': {'word_dropout': 0.5}},
    'gru 64, term hidden 0.4': {'kind': 'recurrent', 'hide': 0.4},
}


def compare(only):
    tasks = [(f'{name} #{seed}', {**config, 'seed': seed}) for name, config in COMPARED.items() if not only or only in name for seed in range(2 if not only else 1)]
    with multiprocessing.get_context('spawn').Pool(8) as pool:
        results = pool.map(compare_one, tasks, chunksize=1)
    (HERE / 'compare.json').write_text(json.dumps(results))


TEACHERS = [
    {'kind': 'recurrent', 'options': {'size': 128, 'layers': 2, 'looks': 4, 'aware': True, 'dropout': 0.5, 'word_dropout': 0.5}, 'tune': True, 'tune_rate': 1e-3, 'epochs': 14},
    {'kind': 'recurrent', 'options': {'size': 160, 'aware': True, 'dropout': 0.5, 'word_dropout': 0.5}, 'tune': True, 'tune_rate': 1e-3, 'epochs': 14},
    {'kind': 'recurrent', 'options': {'size': 128, 'looks': 4, 'dropout': 0.5, 'word_dropout': 0.5}, 'tune': True, 'tune_rate': 1e-3, 'epochs': 14},
    {'kind': 'attention', 'options': {'size': 128, 'layers': 3}, 'tune': True, 'tune_rate': 1e-3, 'epochs': 14, 'rate': 1e-3},
]
ENSEMBLE = [0, 0, 1, 2, 0, 2]
STUDENT = {'kind': 'recurrent', 'options': {'looks': 4, 'dropout': 0.3, 'word_dropout': 0.3}, 'tune': True, 'rate': 3e-3, 'tune_rate': 2e-3, 'distil': 0.7, 'epochs': 9, 'hide': 0.1, 'aspect_share': 0.4}
STUDENT['options']['aspects'] = 18
STUDENTS = {'student 64': STUDENT}


def pretend(rows, times):
    """More examples for the students: other words as terms, and two sentences joined, labeled by the ensemble only."""
    random.seed(5)
    rows = [row for row in rows if row['part'] == 'train']
    made = []
    for row in rows * times:
        words, start, end = row['words'], row['from'], row['to']
        if random.random() < 0.5:
            start = random.randrange(len(words))
            end = min(len(words), start + random.choice([1, 1, 2]))
        if random.random() < 0.5:
            other = random.choice(rows)['words']
            if random.random() < 0.5:
                words = words + other
            else:
                words, start, end = other + words, start + len(other), end + len(other)
        made.append(cut({**row, 'set': 'pretended', 'words': words, 'from': start, 'to': end, 'label': -100, 'weight': 0.7}))
    return made


def teach_one(task):
    number, config = task
    model, total, scores = train_one({**config, 'seed': number})
    show(f'teacher {number}', total, scores)
    rows = read_rows()
    return predict(model, Rows(rows + pretend(rows, PRETENDED)))


PRETENDED = 2


def file_name(name):
    return name.replace(' ', '-').replace(',', '')


def student_one(task):
    name, config = task
    rows = read_rows()
    soft = torch.load(HERE / 'soft.pt').float().tolist()
    # Half of what the ensemble was asked is enough for a small student.
    rows = [{**row, 'soft': one} for row, one in zip(rows + pretend(rows, PRETENDED // 2), soft)]
    if not config['distil']:
        rows = [row for row in rows if row['label'] >= 0]
    model, total, scores = train_one(config, rows)
    show(name, total, scores)
    torch.save({'config': config, 'total': total, 'scores': scores, 'threshold': model.threshold, 'state': {k: v.cpu() for k, v in model.state_dict().items()}}, HERE / f'{file_name(name)}.pt')
    return name, total


def teach():
    with multiprocessing.get_context('spawn').Pool(len(ENSEMBLE)) as pool:
        taught = pool.map(teach_one, [(number, TEACHERS[kind]) for number, kind in enumerate(ENSEMBLE)], chunksize=1)
    # Logits of different models differ in scale: what is averaged is their normal form.
    soft = torch.stack([F.log_softmax(logits, -1) for logits in taught]).mean(0)
    torch.save(soft.half(), HERE / 'soft.pt')
    rows = read_rows()
    dev = [n for n, row in enumerate(rows) if row['part'] == 'dev']
    scores = score(soft[dev], [rows[n] for n in dev])
    show('ensemble', criterion(scores), scores)


def learn():
    results = [student_one(task) for task in STUDENTS.items()]
    best = max(results, key=lambda result: result[1])[0]
    (HERE / 'best.txt').write_text(file_name(best))
    print('best:', best)


def measure(name):
    rows = Rows([cut(row) for row in load('measured.json')])
    kept = torch.load(HERE / f'{name}.pt')
    model = make(kept['config'])
    model.load_state_dict(kept['state'])
    show(name, 0, score(predict(model, rows), rows.rows))


def export(name, target):
    """Writes weights/polarity.bin: a length, a JSON header, and the arrays it lists; word vectors in a byte a number."""
    kept = torch.load(HERE / f'{name}.pt', map_location='cpu')
    state, options = kept['state'], kept['config']['options']
    vectors = state['words.table.weight'] + state['words.extra.weight'] * state['words.learned']
    scales = vectors.abs().amax(1).clamp(min=1e-6) / 127
    arrays = {
        'words': '\n'.join(load('vocabulary.json')['words']).encode(),
        'table': (vectors / scales.unsqueeze(1)).round().to(torch.int8),
        'valences': (state['words.valences'].squeeze(1) * 127).round().to(torch.int8),
        'scales': scales,
        'queries': state['head.queries.weight'],
        'distance': state['head.bias.weight'],
        'hidden': state['head.hidden.weight'], 'hidden.bias': state['head.hidden.bias'],
        'out': state['head.out.weight'], 'out.bias': state['head.out.bias'] - torch.tensor([0, NEUTRAL_SHIFT, 0]),
    }
    for direction, ending in (('forward', ''), ('backward', '_reverse')):
        arrays[f'{direction}.word'] = state[f'rnn.weight_ih_l0{ending}']
        arrays[f'{direction}.word.bias'] = state[f'rnn.bias_ih_l0{ending}']
        arrays[f'{direction}.state'] = state[f'rnn.weight_hh_l0{ending}']
        arrays[f'{direction}.state.bias'] = state[f'rnn.bias_hh_l0{ending}']
    for key in ('hidden.weight', 'hidden.bias', 'out.weight', 'out.bias', 'direct.weight'):
        arrays[f"aspects.{key.removesuffix('.weight')}"] = state[f'aspect_head.{key}']
    blobs, listed, offset = [], [], HEADER
    for key, value in arrays.items():
        kind = 'text' if isinstance(value, bytes) else 'i8' if value.dtype == torch.int8 else 'f32'
        blob = value if kind == 'text' else value.contiguous().numpy().tobytes()
        listed.append({'name': key, 'kind': kind, 'offset': offset, 'length': len(blob) if kind != 'f32' else len(blob) // 4})
        blob += b'\0' * (-len(blob) % 16)
        blobs.append(blob)
        offset += len(blob)
    sizes = {'size': state['rnn.weight_hh_l0'].shape[1], 'looks': options['looks'], 'hidden': state['head.out.weight'].shape[1],
             'far': (state['head.bias.weight'].shape[0] - 1) // 2, 'words': len(vectors), 'dimensions': vectors.shape[1]}
    header = json.dumps({**sizes, 'aspects': load('aspects.json')['ids'], 'threshold': kept['threshold'], 'digest': hashlib.sha256(b''.join(blobs)).hexdigest()[:12], 'arrays': listed}).encode()
    file = b''.join([len(header).to_bytes(4, 'little'), header.ljust(HEADER - 4), *blobs])
    Path(target).write_bytes(file)


HEADER = 4096
# Terms in reviews are neutral less often than in MAMS, the source of most examples, so this much is subtracted from that class.
# README.md says how it was chosen and what it costs.
NEUTRAL_SHIFT = 0.5

if __name__ == '__main__':
    command, *rest = sys.argv[1:]
    weights = Path(__file__).parent.parent / 'weights' / 'polarity.bin'
    if command == 'compare':
        compare(rest[0] if rest else '')
    elif command == 'teach':
        teach()
    elif command == 'learn':
        learn()
    else:
        name = rest[0] if rest else (HERE / 'best.txt').read_text()
        measure(name) if command == 'measure' else export(name, rest[1] if len(rest) > 1 else weights)
