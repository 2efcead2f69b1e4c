"""A model of your own: continue with the shipped model on labelled pages, then use it.

python examples/train_on_own_pages.py [LABELS.jsonl [MODEL.npz]]

Needs the extra `train`. Without labels, those of tests/drawn are used: thirty pages, about half a minute.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import dehusk

with tempfile.TemporaryDirectory() as folder:
    labels = sys.argv[1] if len(sys.argv) > 1 else "tests/drawn"
    model = Path(sys.argv[2] if len(sys.argv) > 2 else f"{folder}/mine.npz")
    train = [sys.executable, "-m", "dehusk", "train", labels, "--from", "shipped", "--epochs", "1", "-o", str(model)]
    subprocess.run([*train, "--force"], check=True)  # --force: so few pages may make the model slightly worse

    page = Path("tests/pages/news-en/page.html")
    shipped, mine = dehusk.extract(page), dehusk.extract(page, model=model)
    print(f"confidence: {shipped.confidence:.3f} with the shipped model, {mine.confidence:.3f} with {model.name}")
    print("the same text" if mine.text == shipped.text else "another text")
