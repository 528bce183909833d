"""Masked PPO in classic games of two: `python examples/ppo.py 10` learns for ten minutes."""

import sys
import time

import gymnasium
import numpy
from sb3_contrib import MaskablePPO  # pip install sb3-contrib
from stable_baselines3.common.vec_env import VecEnv

from gitopoly.envs import LayeredNetwork, evaluate

LEFT_OUT = numpy.r_[38:66, 286:293]  # Lifting mortgages, again and again, and making offers.
NETWORK = {"net_arch": [128, 128]}
RULES = {"turn_limit": 300, "max_cycles": 2000}
PPO = {"learning_rate": 5e-4, "n_steps": 64, "batch_size": 1024, "n_epochs": 4, "gamma": 0.997}


class Games(VecEnv):
    """Gymnasium's vector environment in the form that Stable-Baselines3 wants."""

    def __init__(self, games):
        self.games, self.info = games, {}
        super().__init__(games.num_envs, games.single_observation_space, games.single_action_space)

    def reset(self):
        seen, self.info = self.games.reset(seed=1)
        return seen

    def step_async(self, actions):
        seen, rewards, over, cut, self.info = self.games.step(actions)
        infos = [{"TimeLimit.truncated": ended} for ended in cut]
        for i in numpy.flatnonzero(over | cut):
            infos[i]["terminal_observation"] = self.info["final_obs"][i]
        self.stepped = seen, rewards, over | cut, infos

    def step_wait(self):
        return self.stepped

    def env_method(self, name, *_, **__):
        self.info["action_mask"][:, LEFT_OUT] = 0
        return list(self.info["action_mask"])  # `action_masks` is all that is asked for

    get_attr = lambda self, *_: [None] * self.num_envs  # noqa: E731
    close = set_attr = env_is_wrapped = lambda self, *_, **__: None


learning = {"opponents": [["random"], ["sensible"]], "scaled": True, "shaping": 1.0, **RULES}
games = gymnasium.make_vec("gitopoly.envs:gitopoly/Classic-v0", 128, **learning)
model = MaskablePPO("MlpPolicy", Games(games), policy_kwargs=NETWORK, ent_coef=0.005, **PPO)
end = time.monotonic() + 60 * float(sys.argv[1])
model.learn(10**9, callback=lambda *_: time.monotonic() < end)
layers = [*model.policy.mlp_extractor.policy_net[::2], model.policy.action_net]
layers = [(layer.weight.detach(), layer.bias.detach()) for layer in layers]
layers[-1][1][LEFT_OUT] = -1e9
LayeredNetwork(layers, activation="tanh").save("ppo.npz")
for name in ("random", "sensible"):
    print(f"against {name}: {evaluate('ppo.npz', [name], **RULES):.1%}")
