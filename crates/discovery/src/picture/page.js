const body = document.querySelector('tbody');
const order = new Intl.Collator('en', { numeric: true });
for (const head of document.querySelectorAll('th')) {
  head.firstChild.onclick = () => {
    const down = head.ariaSort === 'ascending';
    const sign = down ? -1 : 1;
    const key = (row) => row.cells[head.cellIndex].textContent;
    // what is not known comes last either way
    const sorted = [...body.rows].sort((a, b) =>
      (key(a) === '') - (key(b) === '') || sign * order.compare(key(a), key(b)));
    for (const other of head.parentNode.cells) other.ariaSort = null;
    head.ariaSort = down ? 'descending' : 'ascending';
    body.append(...sorted);
  };
}
document.querySelector('input').oninput = (event) => {
  for (const row of body.rows) row.hidden = !row.textContent.includes(event.target.value.trim());
};
