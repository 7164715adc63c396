"""Opens pages in headless Chromium, which comes from Debian's packages and needs root if it is not installed yet."""
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.parse


def see(address, window="1400,1000", budget=600000):
    """A page's document after its scripts have run for a time in milliseconds, and the lines of its console."""
    names = ("chromium", "chromium-browser")
    if not any(map(shutil.which, names)):
        subprocess.run([pathlib.Path(__file__).parent / "needs/packages", "chromium"], check=True)
    with tempfile.TemporaryDirectory() as profile:
        run = subprocess.run(
            [next(filter(None, map(shutil.which, names))), "--headless", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--enable-logging=stderr", "--v=0", f"--user-data-dir={profile}",
             "--allow-file-access-from-files", f"--window-size={window}",
             *([f"--virtual-time-budget={budget}"] if budget else []), "--dump-dom", address],
            capture_output=True, text=True, timeout=900)
    return run.stdout, [line for line in run.stderr.splitlines() if "CONSOLE" in line]


def result(document):
    """The text that a page's script left, by `encodeURIComponent`, in the attribute `data-result`; None without one."""
    found = re.search(r'data-result="([^"]*)"', document)
    return found and urllib.parse.unquote(found[1])


# JavaScript: the least contrast of elements' texts to their backgrounds (WCAG 2, 1.4.3).
CONTRAST = r"""
const channel = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const colour = (text) => text.match(/[\d.]+/g).map(Number);
const luminance = ([r, g, b]) => 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
const background = (element) => {
  for (; element; element = element.parentElement) {
    const value = colour(getComputedStyle(element).backgroundColor);
    if (value.length < 4 || value[3] > 0) return value;
  }
  return [255, 255, 255];
};
const contrast = (elements) => Math.min(...elements.map((element) => {
  const [text, behind] = [colour(getComputedStyle(element).color), background(element)].map(luminance);
  return (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
}));
"""
