/** A picture: one that is stored, or one that the user offers for import. Shown when its bytes are at hand. */

import { Component, h } from '../vendor/preact/preact.mjs';
import { fileUrl } from './files.js';
import { pictureUrl } from './pictures.js';

export class Picture extends Component {
  componentDidMount() {
    this.load();
  }

  componentDidUpdate(previous) {
    if (previous.stored !== this.props.stored || previous.file !== this.props.file) this.load();
  }

  load() {
    const { stored, file } = this.props;
    const made = stored ? pictureUrl(stored) : fileUrl(file);
    made.then((url) => this.setState({ url }), () => this.setState({ url: null }));
  }

  render(_props, { url }) {
    return url ? h('img', { src: url, alt: '' }) : null;
  }
}
