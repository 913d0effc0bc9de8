import { closeAll } from './at-end';

afterAll(closeAll);
