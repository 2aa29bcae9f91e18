import './ui/font.css';
import './ui/tokens.css';
import './ui/base.css';
import './app/signed-in-frame.css';
import { startConsole } from './app/start.tsx';
import { learn } from './ui/language.ts';

const root = document.getElementById('root');
if (root)
  learn(
    async () => (await import('./app/german.ts')).german,
    () => startConsole(root),
  );
