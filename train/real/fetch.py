#!/usr/bin/env python3
"""Fetches the texts of the labeled real reviews again: python3 train/real/fetch.py FOLDER.

The project holds labels, not texts. This script clones the public repositories that sources.json names into FOLDER, reads every text
in the listed files, and writes those that are labeled, found by their hash, to FOLDER/texts.jsonl. It needs git and the network; a
repository that is in FOLDER already, as owner+name, is not cloned again.
"""
import csv
import hashlib
import html
import io
import json
import pathlib
import subprocess
import sys
import unicodedata
import zipfile
from xml.etree import ElementTree

HERE = pathlib.Path(__file__).parent
SHEET = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
csv.field_size_limit(10**8)


def main(folder):
    wanted = {json.loads(line)['id'] for line in (HERE / 'labels.jsonl').open()}
    found = {}
    for source in json.loads((HERE / 'sources.json').read_text()):
        for text in texts_in(source['path'], read(folder, source)):
            for one in (text, html.unescape(text), text.split('(Original)')[-1]):
                if hash_of(one) in wanted:
                    found.setdefault(hash_of(one), one)
    with (folder / 'texts.jsonl').open('w') as out:
        for key, text in sorted(found.items()):
            out.write(json.dumps({'id': key, 'text': text}, ensure_ascii=False) + '\n')
    print(f'{len(found)} of {len(wanted)} labeled texts found.')
    return 0 if len(found) == len(wanted) else 1


def hash_of(text):
    """Sixteen hex digits: the same text gets the same, however its spaces and accents are encoded."""
    return hashlib.sha256(' '.join(unicodedata.normalize('NFC', text).split()).encode()).hexdigest()[:16]


def read(folder, source):
    home = folder / source['repository'].replace('/', '+')
    if not home.exists():
        subprocess.run(['git', 'clone', '--quiet', f"https://github.com/{source['repository']}", home], check=True)
    place = next(path.parent for path in sorted(home.rglob('HEAD')) if (path.parent / 'objects').is_dir())
    command = ['git', f'--git-dir={place}', 'show', f"{source['commit']}:{source['path']}"]
    return subprocess.run(command, check=True, capture_output=True).stdout


def texts_in(path, data):
    if path.endswith('.xlsx'):
        return sheet_texts(data)
    text = decode(data)
    if path.endswith(('.json', '.jsonl', '.ndjson')):
        return json_texts(text)
    # Which separator a table has is not always plain, and only whole cells have a known hash.
    return [cell for mark in ',;\t|' for row in csv.reader(io.StringIO(text, newline=''), delimiter=mark) for cell in row]


def decode(data):
    for encoding in ('utf-8-sig', 'utf-16', 'cp1252'):
        try:
            return data.decode(encoding)
        except UnicodeError:
            pass
    return data.decode('latin-1')


def json_texts(text):
    try:
        values = [json.loads(text)]
    except ValueError:
        values = [json.loads(line) for line in text.splitlines() if line.strip()]
    while values:
        value = values.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, (list, dict)):
            values.extend(value.values() if isinstance(value, dict) else value)


def sheet_texts(data):
    archive = zipfile.ZipFile(io.BytesIO(data))
    for name in archive.namelist():
        if name.endswith('.xml') and ('sharedStrings' in name or '/worksheets/' in name):
            for item in ElementTree.fromstring(archive.read(name)).iter():
                if item.tag in (f'{SHEET}si', f'{SHEET}is'):
                    yield ''.join(part.text or '' for part in item.iter(f'{SHEET}t'))


if __name__ == '__main__':
    sys.exit(main(pathlib.Path(sys.argv[1])))
