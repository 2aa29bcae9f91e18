import { attackOne } from './attacked.ts';
import { aroundProtocols } from './parts.ts';
import { suite } from './suite.ts';

suite('one process', attackOne, aroundProtocols);
