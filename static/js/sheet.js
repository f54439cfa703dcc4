/** On narrow screens the companion panel is a sheet over the page: the rest is inert while it is open. */

const BEHIND = ['rail', 'main', 'bottombar'];
let opener = null;
let open = false;

/** Nothing; the panel follows the body's class "sheet-open", and the screen's width. */
export function followSheet() {
  const { classList } = document.body;
  const panel = document.getElementById('panel');
  panel.classList.toggle('open', classList.contains('sheet-open'));
  const { display, position } = getComputedStyle(panel);
  const covers = display !== 'none' && position === 'fixed' && classList.contains('sheet-open');
  if (covers === open) return;
  open = covers;
  if (open) opener = document.activeElement;
  for (const element of [...BEHIND.map((id) => document.getElementById(id)), document.querySelector('.skip')]) {
    if (element) element.inert = open;
  }
  if (open) panel.querySelector('.close button')?.focus();
  else (opener?.isConnected && opener !== document.body ? opener : document.getElementById('nowline'))?.focus();
}

addEventListener('resize', followSheet);
