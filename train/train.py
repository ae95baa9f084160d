"""Trains the insights model on the output of `prepare.ts`.

    python3 train/train.py compare [NAME …]   kinds of teachers, and a student that learns alone
    python3 train/train.py teach              an ensemble, and its answers for every example: prepared/soft.pt
    python3 train/train.py learn [NAME …]     the students it teaches: prepared/NAME.pt
    python3 train/train.py export [NAME]      the student that does best on the held-out parts, as weights/polarity.bin
    python3 train/train.py measure [NAME]     the scores on sets that are never trained on (do not choose by them)

Needs PyTorch and a GPU.
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
# Many models train side by side: a thread each is enough.
torch.set_num_threads(1)
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
LONGEST_SENTENCE = 90
LONGEST_REVIEW = 160
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


# Terms: sentences with one marked term each.


def cut(row):
    """A very long sentence is cut around its term."""
    words, start, end = row['words'], row['from'], row['to']
    if len(words) > LONGEST_SENTENCE:
        first = max(0, min(start - LONGEST_SENTENCE // 2, len(words) - LONGEST_SENTENCE))
        words, start, end = words[first:first + LONGEST_SENTENCE], start - first, min(end - first, LONGEST_SENTENCE)
    return {**row, 'words': words, 'from': start, 'to': end}


def read_terms():
    return [{**cut(row), 'weight': WEIGHTS.get(row['set'], OWN_WEIGHT) * class_weight(row)} for row in load('examples.json')]


def class_weight(row):
    return NEUTRAL_WEIGHT if row['set'].startswith('own') and row['label'] == 1 else 1.0


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


def pad(rows, longest):
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    for n, row in enumerate(rows):
        ids[n, :len(row['words'])] = torch.tensor(row['words'])
    return ids.to(DEVICE)


class Batches:
    """All examples as tensors on the device, so that a batch is only a choice of rows."""

    def __init__(self, rows, longest):
        self.rows = rows
        self.ids = pad(rows, longest)
        self.length = torch.tensor([len(row['words']) for row in rows])

    def column(self, name, other):
        return torch.tensor([row.get(name, other) for row in self.rows], device=DEVICE)

    def batches(self, size, shuffle):
        order = list(range(len(self.rows)))
        if shuffle:
            random.shuffle(order)
            # Groups texts of similar length, in a random order of batches, for less padding.
            chunks = [sorted(order[at:at + size * 20], key=lambda n: int(self.length[n])) for at in range(0, len(order), size * 20)]
            order = [n for chunk in chunks for n in chunk]
        groups = [order[at:at + size] for at in range(0, len(order), size)]
        if shuffle:
            random.shuffle(groups)
        for group in groups:
            yield self.batch(group)

    def text(self, order):
        chosen = torch.tensor(order)
        length = self.length[chosen]
        return {'ids': self.ids[chosen.to(DEVICE), :int(length.max())], 'length': length}


class Terms(Batches):
    def __init__(self, rows):
        super().__init__(rows, LONGEST_SENTENCE)
        self.columns = {name: self.column(name, other) for name, other in (('from', 0), ('to', 0), ('label', -100), ('weight', 1.0), ('soft', [0.0] * 3))}

    def batch(self, order):
        chosen = torch.tensor(order, device=DEVICE)
        return {**self.text(order), **{name: value[chosen] for name, value in self.columns.items()}}


# Reviews: whole texts, each sentence ("unit") with its labels.


def read_reviews():
    rows = []
    for row in load('aspects.json')['rows']:
        units, first = row['units'], 0
        # A long review is read in parts of whole sentences, as the engine does.
        while first < len(units):
            end = first + 1
            while end < len(units) and units[end]['end'] - units[first]['first'] <= LONGEST_REVIEW:
                end += 1
            rows.append(build({**row}, [take(row, unit) for unit in units[first:end]]))
            first = end
    return rows


def take(row, unit):
    return {**unit, 'words': row['words'][unit['first']:unit['end']][:LONGEST_REVIEW]}


def build(row, units):
    """A review of these units, one after the other, as many as fit."""
    words, placed = [], []
    for unit in units:
        if len(words) + len(unit['words']) > LONGEST_REVIEW:
            break
        placed.append({**unit, 'first': len(words), 'end': len(words) + len(unit['words'])})
        words = words + unit['words']
    return {**row, 'words': words, 'units': placed}


def merge(one, two):
    """Two sentences without a period between them. Opposite opinions about the same aspect make it neutral."""
    words = one['words'][:-1] if len(one['words']) > 1 and one['words'][-1] in STOPS else one['words']
    labels = [max(a, b) if a <= 0 or b <= 0 or a == b else 2 for a, b in zip(one['labels'], two['labels'])]
    return {'words': (words + two['words'])[:LONGEST_REVIEW], 'labels': labels, 'cues': one['cues'] + two['cues']}


STOPS, BE, NOT, NEGATIONS = set(), set(), set(), set()


def read_special_words():
    numbers = {word: number for number, word in enumerate(load('vocabulary.json')['words'])}
    STOPS.update(numbers[word] for word in ('.', '!', '?'))
    BE.update(numbers[word] for word in ('is', 'are', 'was', 'were'))
    NOT.add(numbers['not'])
    NEGATIONS.update(numbers[word] for word in ("n't", 'not', 'no', 'never', 'nothing', 'nobody', 'none', 'without', 'but'))


def negate(unit):
    """A short sentence of praise for one aspect, with "not" after its verb: criticism. None if it is not that simple."""
    words, labels = unit['words'], unit['labels']
    praised = [aspect for aspect, label in enumerate(labels) if label > 0]
    verbs = [at for at, word in enumerate(words) if word in BE]
    if len(words) > 11 or len(praised) != 1 or labels[praised[0]] != 3 or len(verbs) != 1 or NEGATIONS & set(words):
        return None
    at = verbs[0] + 1
    return {
        **unit, 'words': words[:at] + list(NOT) + words[at:],
        'labels': [1 if aspect == praised[0] else label for aspect, label in enumerate(labels)],
        'cues': [[aspect, {0: 1, 1: 0}.get(kind, kind)] for aspect, kind in unit['cues']],
    }


def vary(rows, times):
    """More reviews: with sentences of other reviews of the same kind, sentences run together, one sentence alone, stars unknown."""
    random.seed(9)
    read_special_words()
    rows = [row for row in rows if row['part'] == 'train']
    alike = defaultdict(list)
    for row in rows:
        alike[row['trade'], row['stars']].extend(row['units'])
    made = []
    for row in rows * times:
        units, stars = row['units'], row['stars']
        negated = random.random() < 0.25 and negate(random.choice(units))
        if negated:
            made.append(build({**row, 'stars': 0}, [negated]))
        if random.random() < 0.35:
            others = alike[row['trade'], max(1, min(5, stars + random.choice([-1, 0, 0, 1]))) if stars else 0] or alike[row['trade'], stars]
            units = [random.choice(others) if random.random() < 0.4 else unit for unit in units]
            units = units + random.sample(others, min(len(others), random.choice([0, 1, 2])))
        elif random.random() < 0.25:
            units = [random.choice(units)]
        if len(units) > 1 and random.random() < 0.35:
            at = random.randrange(len(units) - 1)
            units = units[:at] + [merge(units[at], units[at + 1])] + units[at + 2:]
        made.append(build({**row, 'stars': 0 if random.random() < 0.35 else stars}, units))
    return [row for row in made if row['units']]


class Reviews(Batches):
    def __init__(self, rows, soft=None):
        super().__init__(rows, LONGEST_REVIEW)
        self.trade, self.stars = self.column('trade', 0), self.column('stars', 0)
        units = [unit for row in rows for unit in row['units']]
        self.labels = torch.tensor([unit['labels'] for unit in units], dtype=torch.int8, device=DEVICE)
        self.spans = torch.tensor([[unit['first'], unit['end']] for unit in units], device=DEVICE)
        self.cues = torch.zeros(len(units), 3 * self.labels.shape[1], dtype=torch.bool)
        for n, unit in enumerate(units):
            for aspect, kind in unit['cues']:
                self.cues[n, 3 * aspect + kind] = True
        self.cues = self.cues.to(DEVICE)
        counts = [len(row['units']) for row in rows]
        self.starts = numpy.cumsum([0, *counts])
        self.soft = None if soft is None else soft.to(DEVICE)

    def batch(self, order):
        units = [unit for n in order for unit in range(self.starts[n], self.starts[n + 1])]
        of = torch.tensor([place for place, n in enumerate(order) for _ in range(self.starts[n], self.starts[n + 1])], device=DEVICE)
        rows, units = torch.tensor(order, device=DEVICE), torch.tensor(units, device=DEVICE)
        batch = {
            **self.text(order), 'trade': self.trade[rows], 'stars': self.stars[rows], 'unit_of': of, 'labels': self.labels[units].long(),
            'unit_first': self.spans[units, 0], 'unit_end': self.spans[units, 1], 'unit_cues': self.cues[units].float(),
        }
        return batch if self.soft is None else {**batch, 'soft': self.soft[units].float()}


# Training.


def hide_term(batch, rate):
    """Now and then the term is hidden, so that the model learns from what is said about it, not from the term itself."""
    ids = batch['ids']
    place = torch.arange(ids.shape[1], device=DEVICE).unsqueeze(0)
    inside = (place >= batch['from'].unsqueeze(1)) & (place < batch['to'].unsqueeze(1))
    hidden = torch.rand(len(ids), 1, device=DEVICE) < rate
    return {**batch, 'ids': torch.where(inside & hidden & (ids > 0), torch.ones_like(ids), ids)}


def make(config):
    data = load('aspects.json')
    words = Words(*load_words(), tune=True, unknown_rate=config.get('unknown_rate', 0.05))
    return KINDS[config['kind']](words, len(data['ids']), len(data['trades']), **config.get('options', {})).to(DEVICE)


def soften(logits, soft, heat):
    return -(F.softmax(soft / heat, -1) * F.log_softmax(logits / heat, -1)).sum(-1) * heat


def term_loss(logits, batch, share):
    loss = F.cross_entropy(logits, batch['label'], reduction='none', label_smoothing=0.1, ignore_index=-100)
    if share:
        loss = share * soften(logits, batch['soft'], 2.0) + (1 - share) * loss
    return (loss * batch['weight']).sum() / batch['weight'].sum()


def aspect_loss(logits, batch, share):
    """Summed over the aspects that the labels say something about."""
    known = batch['labels'] >= 0
    loss = F.cross_entropy(logits[known], batch['labels'][known], reduction='none', label_smoothing=0.02)
    if share:
        loss = share * soften(logits[known], batch['soft'][known], 1.0) + (1 - share) * loss
    return loss.sum() / len(logits)


@torch.no_grad()
def predict_terms(model, rows):
    model.eval()
    return torch.cat([model(batch).float().cpu() for batch in rows.batches(512, False)])


@torch.no_grad()
def predict_aspects(model, rows):
    model.eval()
    return torch.cat([model.find_aspects(batch).log_softmax(-1).half().cpu() for batch in rows.batches(256, False)])


def score_terms(logits, rows):
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
    groups = [['MAMS'], ['own restaurants', 'own restaurants-plain', 'own dining-plain', 'own dining-2'], ['own computers', 'own computers-2', 'own products'], ['own home-services', 'own services'], ['television', 'tshirt', 'mooc', 'TSA-MD']]
    return sum(sum(scores[name][0] for name in group) / len(group) for group in groups) / len(groups)


def score_aspects(logits, rows, stars=None):
    """Of the held-out reviews: F1 of the aspects found, the share with the right polarity, the best threshold, and precision and
    recall of criticism."""
    chances = logits.float().exp()
    labels = rows.labels.cpu().long()
    if stars:
        row_stars = torch.tensor([row['stars'] for row in rows.rows for _ in row['units']])
        keep = torch.isin(row_stars, torch.tensor(stars))
        chances, labels = chances[keep], labels[keep]
    known, wanted = labels >= 0, labels > 0
    best = (0, 0, 0)
    for threshold in numpy.arange(0.2, 0.71, 0.05):
        found = (chances[..., 0] < 1 - threshold) & known
        hit = found & wanted
        f1 = 200 * hit.sum().item() / max(1, found.sum().item() + wanted.sum().item())
        right = (chances[..., 1:].argmax(-1) + 1 == labels)[hit].float().mean().item() * 100
        if f1 > best[0] - 0.1:
            best = (max(f1, best[0]), right, round(float(threshold), 2))
    found = (chances[..., 1] > 0.5) & known
    hit = (found & (labels == 1)).sum().item()
    return {'f1': best[0], 'polarity': best[1], 'threshold': best[2], 'criticism precision': 100 * hit / max(1, found.sum().item()), 'criticism recall': 100 * hit / max(1, (labels == 1).sum().item())}


def choose_thresholds(logits, rows, common):
    """The threshold of each aspect with the best F1 on the held-out reviews, drawn toward the common one where there are few."""
    chances, labels = 1 - logits.float()[..., 0].exp(), rows.labels.cpu().long()
    grid = [round(0.15 + 0.025 * step, 3) for step in range(21)]
    thresholds = []
    for aspect in range(labels.shape[1]):
        known = labels[:, aspect] >= 0
        wanted, chance = labels[known, aspect] > 0, chances[known, aspect]
        f1 = lambda threshold: 2 * ((chance >= threshold) & wanted).sum().item() / max(1, (chance >= threshold).sum().item() + wanted.sum().item())
        # The mean over neighbors: a peak of a few examples is chance.
        smooth = [sum(f1(one) for one in grid[max(0, n - 2):n + 3]) / len(grid[max(0, n - 2):n + 3]) for n in range(len(grid))]
        best = grid[max(range(len(grid)), key=lambda n: smooth[n])]
        count = wanted.sum().item()
        thresholds.append(round((count * best + 20 * common) / (count + 20), 3))
    return thresholds


def endless(rows, size):
    while True:
        yield from rows.batches(size, True)


def part(rows, name):
    return [row for row in rows if row['part'] == name]


def train_one(config, terms, reviews):
    """Keeps the running mean of the weights, from the epoch that does best on the held-out parts."""
    seed = config.get('seed', 0)
    random.seed(seed)
    torch.manual_seed(seed)
    model = make(config)
    dev_terms, dev_reviews = Terms(part(read_terms(), 'dev')), Reviews(part(read_reviews(), 'dev'))
    named = [(name, value) for name, value in model.named_parameters() if value.requires_grad]
    slow = [value for name, value in named if name.startswith('words.table')]
    rest = [value for name, value in named if not name.startswith('words.table')]
    groups = [{'params': rest, 'lr': config.get('rate', 2e-3)}, {'params': slow, 'lr': config.get('tune_rate', 1e-3)}]
    optimizer = torch.optim.AdamW(groups, weight_decay=1e-3)
    steps, share = config.get('steps', 3600), config.get('distil', 0)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1, (step + 1) / 200) * max(0.02, 1 - step / steps))
    live = [value for _, value in named]
    mean = [value.detach().clone() for value in live]
    best = (-1, None, None, None)
    term_batches, review_batches = endless(terms, 192), endless(reviews, 96)
    for step in range(steps):
        model.train()
        batch, other = next(term_batches), next(review_batches)
        loss = term_loss(model(hide_term(batch, 0.1)), batch, share)
        loss = loss + config.get('aspect_share', 0.4) * aspect_loss(model.find_aspects(other), other, share)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(live, config.get('clip', 5.0))
        optimizer.step()
        schedule.step()
        torch._foreach_lerp_(mean, [value.detach() for value in live], 0.01 if step > 500 else 0.1)
        if step < steps * 0.4 or (step + 1) % 500:
            continue
        kept = [value.detach().clone() for value in live]
        put(live, mean)
        scores = score_terms(predict_terms(model, dev_terms), dev_terms.rows)
        found = score_aspects(predict_aspects(model, dev_reviews), dev_reviews)
        total = (criterion(scores) + found['f1']) / 2
        if total > best[0]:
            best = (total, {**scores, 'step': (step + 1, criterion(scores))}, [value.clone() for value in mean], found)
        put(live, kept)
    put(live, best[2])
    return model, *best[:2], best[3]


@torch.no_grad()
def put(live, values):
    for value, new in zip(live, values):
        value.copy_(new)


def show(name, total, scores, found):
    parts = ' '.join(f'{key.replace("own ", "o:")} {value[0]:.1f}/{value[1]:.0f}' for key, value in scores.items())
    aspects = ' '.join(f'{key} {value:.1f}' if value > 1 else f'{key} {value}' for key, value in (found or {}).items())
    print(f'{name:30} {total:.2f} | {aspects} | {parts}', flush=True)


LARGE = {'size': 192, 'dropout': 0.4, 'word_dropout': 0.3, 'aspect_hidden': 256, 'aware': True, 'attend': True}
TEACHERS = {
    'one layer': {'kind': 'recurrent', 'options': LARGE},
    'two layers': {'kind': 'recurrent', 'options': {**LARGE, 'layers': 2}},
    'two layers, no attention': {'kind': 'recurrent', 'options': {**LARGE, 'layers': 2, 'attend': False}},
    'attention only': {'kind': 'attention', 'rate': 1e-3},
    'student-alone': {'kind': 'recurrent', 'options': {'dropout': 0.3, 'word_dropout': 0.3}, 'rate': 3e-3, 'tune_rate': 2e-3},
}
ENSEMBLE = ['two layers', 'two layers', 'two layers', 'one layer', 'one layer', 'two layers, no attention', 'attention only']
STUDENT = {'kind': 'recurrent', 'options': {'dropout': 0.2, 'word_dropout': 0.2}, 'rate': 4e-3, 'tune_rate': 2e-3, 'distil': 0.7}
STUDENTS = {
    'student-64': STUDENT,
    'student-64-soft': {**STUDENT, 'distil': 0.9, 'options': {'dropout': 0.1, 'word_dropout': 0.15}},
    'student-64-long': {**STUDENT, 'steps': 5200, 'distil': 0.95, 'options': {'dropout': 0.08, 'word_dropout': 0.12}},
    'student-72': {**STUDENT, 'options': {**STUDENT['options'], 'size': 72}},
    'student-80': {**STUDENT, 'options': {**STUDENT['options'], 'size': 80}},
}


def compare_one(task):
    name, config = task
    model, total, scores, found = train_one(config, Terms(part(read_terms(), 'train')), Reviews(part(all_reviews(), 'train')))
    show(name, total, scores, found)
    tell_more(name, model)
    keep(name, config, model, total, found)


def compare(names):
    tasks = [(name, config) for name, config in TEACHERS.items() if not names or name in names]
    with multiprocessing.get_context('spawn').Pool(len(tasks)) as pool:
        pool.map(compare_one, tasks, chunksize=1)


def all_terms():
    rows = read_terms()
    return rows + pretend(rows, 1)


def all_reviews():
    rows = read_reviews()
    return rows + vary(rows, 3)


def teach_one(task):
    number, config = task
    terms, reviews = all_terms(), all_reviews()
    model, total, scores, found = train_one({**TEACHERS[config], 'seed': number}, Terms([row for row in part(terms, 'train') if row['label'] >= 0]), Reviews(part(reviews, 'train')))
    show(f'teacher {number}', total, scores, found)
    return F.log_softmax(predict_terms(model, Terms(terms)), -1), predict_aspects(model, Reviews(reviews))


def teach():
    with multiprocessing.get_context('spawn').Pool(len(ENSEMBLE)) as pool:
        taught = pool.map(teach_one, list(enumerate(ENSEMBLE)), chunksize=1)
    # Logits of different models differ in scale: what is averaged is their normal form.
    terms = torch.stack([one for one, _ in taught]).mean(0)
    aspects = torch.stack([other.float() for _, other in taught]).mean(0)
    torch.save({'terms': terms.half(), 'aspects': aspects.half()}, HERE / 'soft.pt')
    rows, reviews = all_terms(), all_reviews()
    dev = [n for n, row in enumerate(rows) if row['part'] == 'dev']
    scores = score_terms(terms[dev], [rows[n] for n in dev])
    held = torch.tensor([row['part'] == 'dev' for row in reviews for _ in row['units']])
    dev_reviews = Reviews(part(reviews, 'dev'))
    show('ensemble', criterion(scores), scores, score_aspects(aspects[held].log_softmax(-1), dev_reviews))


def student_one(task):
    name, config = task
    soft = torch.load(HERE / 'soft.pt')
    terms = [{**row, 'soft': one} for row, one in zip(all_terms(), soft['terms'].float().tolist())]
    if not config['distil']:
        terms = [row for row in terms if row['label'] >= 0]
    reviews = all_reviews()
    taught = torch.tensor([row['part'] == 'train' for row in reviews for _ in row['units']])
    model, total, scores, found = train_one(config, Terms(part(terms, 'train')), Reviews(part(reviews, 'train'), soft['aspects'][taught]))
    show(name, total, scores, found)
    keep(name, config, model, total, found)
    tell_more(name, model)
    return name, total


def keep(name, config, model, total, found):
    state = {key: value.cpu() for key, value in model.state_dict().items()}
    reviews = Reviews(part(read_reviews(), 'dev'))
    thresholds = choose_thresholds(predict_aspects(model, reviews), reviews, found['threshold'])
    torch.save({'config': config, 'total': total, 'thresholds': thresholds, 'state': state}, HERE / f'{name}.pt')


def tell_more(name, model):
    rows = part(read_reviews(), 'dev')
    first = Reviews([row for row in rows if not row['stars']])
    show(f'  {name}, first round', 0, {}, score_aspects(predict_aspects(model, first), first))
    for label, stars in (('all', [1, 2, 3, 4, 5]), ('5', [5]), ('4', [4]), ('1-3', [1, 2, 3])):
        reviews = Reviews(rows)
        show(f'  {name}, {label} stars', 0, {}, score_aspects(predict_aspects(model, reviews), reviews, stars))
    blind = Reviews([{**row, 'stars': 0} for row in rows if row['stars']])
    show(f'  {name}, stars hidden', 0, {}, score_aspects(predict_aspects(model, blind), blind))
    print('  log-odds of the stars', [[round(v, 2) for v in row] for row in model.aspect_head.stars.weight.tolist()], flush=True)
    measure_model(name, model)


def learn(names):
    tasks = [(name, config) for name, config in STUDENTS.items() if not names or name in names]
    with multiprocessing.get_context('spawn').Pool(len(tasks)) as pool:
        results = pool.map(student_one, tasks, chunksize=1)
    (HERE / 'best.txt').write_text(max(results, key=lambda result: result[1])[0])
    print('best:', (HERE / 'best.txt').read_text())


def measure_model(name, model):
    rows = Terms([cut(row) for row in load('measured.json')])
    logits = predict_terms(model, rows) - torch.tensor([0, NEUTRAL_SHIFT, 0])
    show(f'  {name}, measured sets', 0, score_terms(logits, rows.rows), None)


def measure(name):
    kept = torch.load(HERE / f'{name}.pt', map_location=DEVICE)
    model = make(kept['config'])
    model.load_state_dict(kept['state'])
    measure_model(name, model)


def export(name, target):
    """Writes weights/polarity.bin: a length, a JSON header, and the arrays it lists; word vectors in a byte a number."""
    kept = torch.load(HERE / f'{name}.pt', map_location='cpu')
    state = kept['state']
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
    for key in ('hidden.weight', 'hidden.bias', 'trade.weight', 'stars.weight', 'out.weight', 'out.bias', 'direct.weight'):
        arrays[f"aspects.{key.removesuffix('.weight')}"] = state[f'aspect_head.{key}']
    blobs, listed, offset = [], [], HEADER
    for key, value in arrays.items():
        kind = 'text' if isinstance(value, bytes) else 'i8' if value.dtype == torch.int8 else 'f32'
        blob = value if kind == 'text' else value.contiguous().numpy().tobytes()
        listed.append({'name': key, 'kind': kind, 'offset': offset, 'length': len(blob) if kind != 'f32' else len(blob) // 4})
        blob += b'\0' * (-len(blob) % 16)
        blobs.append(blob)
        offset += len(blob)
    looks = state['head.bias.weight'].shape[1]
    sizes = {'size': state['rnn.weight_hh_l0'].shape[1], 'looks': looks, 'hidden': state['head.out.weight'].shape[1],
             'far': (state['head.bias.weight'].shape[0] - 1) // 2, 'words': len(vectors), 'dimensions': vectors.shape[1]}
    data = load('aspects.json')
    header = json.dumps({**sizes, 'aspects': data['ids'], 'trades': data['trades'], 'thresholds': kept['thresholds'], 'digest': hashlib.sha256(b''.join(blobs)).hexdigest()[:12], 'arrays': listed}).encode()
    assert len(header) <= HEADER - 4, len(header)
    file = b''.join([len(header).to_bytes(4, 'little'), header.ljust(HEADER - 4), *blobs])
    Path(target).write_bytes(file)


HEADER = 8192
# Terms in reviews are neutral less often than in MAMS, the source of most examples, so this much is subtracted from that class.
# README.md says how it was chosen and what it costs.
NEUTRAL_SHIFT = 0.5

if __name__ == '__main__':
    command, *rest = sys.argv[1:]
    weights = Path(__file__).parent.parent / 'weights' / 'polarity.bin'
    if command == 'compare':
        compare(rest)
    elif command == 'teach':
        teach()
    elif command == 'learn':
        learn(rest)
    else:
        name = rest[0] if rest else (HERE / 'best.txt').read_text()
        measure(name) if command == 'measure' else export(name, rest[1] if len(rest) > 1 else weights)
