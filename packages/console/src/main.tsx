import './ui/styles/console.css';
import { startConsole } from './app/start.tsx';

const root = document.getElementById('root');
if (root) startConsole(root);
